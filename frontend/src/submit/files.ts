/** Files that somebody drops or chooses. */

export const KILOBYTE = 1024;

export interface Draft {
  readonly name: string;
  readonly text: string;
}

/** Letters that a name may have; what the server would not take is replaced. */
export function plainName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_ .+-]/gu, "_").slice(-100);
  return /^[\p{L}\p{N}_]/u.test(plain) ? plain : `p${plain}`.slice(0, 100);
}

/** A file as text, every sign of it; null: it is none. */
export async function read(file: Blob & { readonly name: string }): Promise<Draft | null> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    return { name: plainName(file.name), text };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** So much of a text that whoever takes `most` kilobytes sees whether it is too large: 4 bytes more, the longest letter. */
export function enough(text: string, most: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(most * KILOBYTE + 4));
  return text.slice(0, read);
}

/** Unlike any other: who asks again with the same one has asked once. */
export function newTicket(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
