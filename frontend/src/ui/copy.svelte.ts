/** Texts for the clipboard. */

const SHOWN = 2000; // ms

/** Copies, and says for a moment that it has. */
export class Copier {
  copied = $state(false);
  #clock: ReturnType<typeof setTimeout> | undefined;

  async copy(text: string): Promise<void> {
    await write(text);
    this.copied = true;
    clearTimeout(this.#clock);
    this.#clock = setTimeout(() => (this.copied = false), SHOWN);
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
  if (!done) throw new Error(text);
}
