/** What the experiments say. */
export const en = {};

export const es: Record<keyof typeof en, string> = {};
