/** What the tree lab says. */
export const en = {};

export const es: Record<keyof typeof en, string> = {};
