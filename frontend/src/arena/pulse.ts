/**
 * Ask again and again while the page is seen, until what is returned is called. One question at a time: a server that
 * is slow is not asked the more for it, and no answer comes after a later one. What is refused is asked again.
 */
export function pulse(ask: () => Promise<void>, pause: number): () => void {
  let asking = false;
  const look = async (): Promise<void> => {
    if (asking || document.visibilityState !== "visible") return;
    asking = true;
    await ask().catch(() => undefined);
    asking = false;
  };
  const clock = setInterval(() => void look(), pause);
  void look();
  return () => clearInterval(clock);
}
