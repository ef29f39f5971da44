/** Spanish: all that English says. */
import type { Key } from "./en";

export const es: Record<Key, string> = {
  skip: "Ir al contenido",
  play: "Jugar",
  treeLab: "Árbol",
  experiments: "Experimentos",
  arena: "Arena",
  submit: "Entregar",
  rooms: "Salas de la página",
  language: "Idioma",
  light: "Claro",
  dark: "Oscuro",
  theme: "Claro u oscuro",
  help: "Ayuda",
  loading: "Cargando …",
  unreachable: "El servidor no responde. ¿Sigue en marcha tablero serve?",
  retry: "Intentar otra vez",
};
