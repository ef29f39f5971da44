/** What the frame of the page says. */
export const en = {
  skip: "Skip to the content",
  play: "Play",
  treeLab: "Tree lab",
  experiments: "Experiments",
  rooms: "Rooms of the page",
  language: "Language",
  theme: "Light or dark",
  loading: "Loading …",
  unreachable: "The server does not answer. Is tablero serve still running?",
  retry: "Try again",
};

export const es: Record<keyof typeof en, string> = {
  skip: "Ir al contenido",
  play: "Jugar",
  treeLab: "Árbol",
  experiments: "Experimentos",
  rooms: "Salas de la página",
  language: "Idioma",
  theme: "Claro u oscuro",
  loading: "Cargando …",
  unreachable: "El servidor no responde. ¿Sigue en marcha tablero serve?",
  retry: "Intentar otra vez",
};
