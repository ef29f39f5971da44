/** Texts for the clipboard. */

const SHOWN = 2000; // ms

/** Copies, and says for a moment that it has, or that it cannot. */
export class Copier {
  copied = $state(false);
  failed = $state(false);
  #clock: ReturnType<typeof setTimeout> | undefined;

  async copy(text: string): Promise<void> {
    clearTimeout(this.#clock);
    this.copied = await write(text).then(
      () => true,
      () => false,
    );
    this.failed = !this.copied;
    this.#clock = setTimeout(() => (this.copied = this.failed = false), SHOWN);
  }
}

/** Browsers have a clipboard for pages of this machine, or by https; others select what they copy. */
async function write(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const { activeElement } = document;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus();
  if (!done) throw new Error("the browser does not copy");
}
