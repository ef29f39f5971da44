/** A part of the page as a picture: its drawings and texts, where they stand and as they look now. */
const SVG = "http://www.w3.org/2000/svg";

const LOOKS = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
] as const;

/** Neither what can be pressed nor what is there for a moment, or for ears alone. */
const LEFT_OUT = "button, input, details, .tip, .unseen";

/** Of the height of a line of text, above its base. */
const ASCENT = 0.8;

/** Of the small print below. */
const SMALL = { size: 11, line: 15, sign: 6.7 };

interface Line {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly height: number;
}

/** An SVG of what `box` shows; below stands where it comes from. */
export function picture(box: HTMLElement, source: string): string {
  const { left, top, width, height } = box.getBoundingClientRect();
  const print = wrapped(source, Math.floor(width / SMALL.sign));
  const [across, down] = [Math.ceil(width), Math.ceil(height + SMALL.line * (print.length + 1))];
  const sheet = made("svg", { xmlns: SVG, width: across, height: down, viewBox: `0 0 ${across} ${down}` });
  const about = made("desc", {});
  about.textContent = source;
  sheet.append(about, made("rect", { width: across, height: down, fill: ground(box) }));
  for (const drawing of box.querySelectorAll("svg")) if (!drawing.closest(LEFT_OUT)) sheet.append(placed(drawing, left, top));
  for (const [parent, line] of lines(box)) sheet.append(written(parent, line, left, top));
  print.forEach((text, place) => {
    const small = { "font-family": "monospace", "font-size": SMALL.size, fill: getComputedStyle(box).color };
    const line = made("text", { ...small, x: 0, y: Math.ceil(height) + SMALL.line * (place + 1) });
    line.textContent = text;
    sheet.append(line);
  });
  return `<?xml version="1.0" encoding="utf-8"?>\n${new XMLSerializer().serializeToString(sheet)}\n`;
}

function made(name: string, attributes: Readonly<Record<string, string | number>>): Element {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (key !== "xmlns") element.setAttribute(key, String(value));
  return element;
}

/** The colour that lies behind it. */
function ground(box: Element | null): string {
  const colour = box ? getComputedStyle(box).backgroundColor : "white";
  return /, 0\)$|transparent/.test(colour) ? ground(box?.parentElement ?? null) : colour;
}

function placed(drawing: SVGSVGElement, left: number, top: number): Element {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  dress(drawing, copy);
  const box = drawing.getBoundingClientRect();
  copy.setAttribute("x", String(box.left - left));
  copy.setAttribute("y", String(box.top - top));
  copy.setAttribute("width", String(box.width));
  copy.setAttribute("height", String(box.height));
  return copy;
}

/** The copy looks as the original does, without a style sheet. */
function dress(original: Element, copy: Element): void {
  const seen = getComputedStyle(original);
  for (const name of ["class", "style"]) copy.removeAttribute(name);
  for (const look of LOOKS) {
    const value = seen.getPropertyValue(look);
    if (value) copy.setAttribute(look, value.replaceAll('"', "'"));
  }
  [...original.children].forEach((child, place) => {
    const twin = copy.children[place];
    if (twin) dress(child, twin);
  });
}

function* lines(box: Element): Generator<[Element, Line]> {
  const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    if (parent && !parent.closest(`svg, ${LEFT_OUT}`)) for (const line of broken(node as Text)) yield [parent, line];
  }
}

/** A text as it is broken into lines on the screen. */
function broken(node: Text): Line[] {
  const found: Line[] = [];
  const range = document.createRange();
  [...node.data].reduce((start, sign) => {
    range.setStart(node, start);
    range.setEnd(node, start + sign.length);
    const box = range.getClientRects()[0];
    const last = found.at(-1);
    if (box && last && Math.abs(last.top - box.top) < 1) found[found.length - 1] = { ...last, text: last.text + sign };
    else if (box && sign.trim()) found.push({ text: sign, left: box.left, top: box.top, height: box.height });
    return start + sign.length;
  }, 0);
  return found;
}

function written(parent: Element, { text, left, top, height }: Line, x: number, y: number): Element {
  const seen = getComputedStyle(parent);
  const line = made("text", { x: left - x, y: top - y + ASCENT * height, fill: seen.color });
  for (const look of ["font-family", "font-size", "font-weight"]) line.setAttribute(look, seen.getPropertyValue(look).replaceAll('"', "'"));
  line.textContent = text.replace(/\s+/g, " ").trimEnd();
  return line;
}

/** In lines of so many signs, broken between words where there are any. */
export function wrapped(text: string, most: number): string[] {
  const found: string[] = [];
  for (const word of text.split(" ")) {
    const last = found.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) found[found.length - 1] = `${last} ${word}`;
    else for (let at = 0; at < word.length; at += most) found.push(word.slice(at, at + most));
  }
  return found;
}

const SHARP = 2; // pixels of the PNG for each of the screen

/** The same in pixels. */
export async function pixels(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SHARP * image.width, SHARP * image.height];
  const pen = canvas.getContext("2d");
  pen?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!pen || !blob) throw new Error("no canvas");
  return new Uint8Array(await blob.arrayBuffer());
}
