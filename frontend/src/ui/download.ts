/** Files for the one who wants to keep them. */
export interface Download {
  readonly name: string;
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

const LONG_ENOUGH = 10_000; // ms

/** Let the browser keep it. */
export function download({ name, type, body }: Download): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([body], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LONG_ENOUGH);
}
