/** What the room where games are played says. */
export const en = {};

export const es: Record<keyof typeof en, string> = {};
