/**
 * What of a drawing is seen. Trees are a thousand times wider than high: only the width is
 * zoomed, rows keep a height that can be read.
 */
export interface Camera {
  /** Of the drawing, at the left edge; in its own units. */
  readonly x: number;
  /** Of the drawing, at the upper edge; in pixels. */
  readonly y: number;
  /** Pixels of one unit. */
  readonly scale: number;
  /** Pixels of a row. */
  readonly gap: number;
}

export interface Frame {
  /** Of the canvas, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** What there is to see: so many units wide, so many rows high. */
export interface Scene {
  readonly width: number;
  readonly rows: number;
  /** Pixels of a row, where they are not to be chosen. */
  readonly gap?: number;
}

export const MARGIN = 36;
const WIDEST = 150;
const [LEAST_GAP, MOST_GAP] = [46, 120];

/** All of it, if it can be. */
export function fit(scene: Scene, frame: Frame): Camera {
  const scale = clamp((frame.width - 2 * MARGIN) / scene.width, 1e-6, WIDEST);
  const room = (frame.height - 2 * MARGIN) / Math.max(1, scene.rows - 1);
  const camera = { x: 0, y: 0, scale, gap: scene.gap ?? clamp(room, LEAST_GAP, MOST_GAP) };
  return hold({ ...camera, x: (scene.width - frame.width / scale) / 2 }, scene, frame);
}

/** Closer (above 1) or further away; what is at pixel `at` stays there. */
export function zoom(camera: Camera, factor: number, at: number, scene: Scene, frame: Frame): Camera {
  const least = Math.min(fit(scene, frame).scale, WIDEST);
  const scale = clamp(camera.scale * factor, least, WIDEST);
  const x = camera.x + at / camera.scale - at / scale;
  return hold({ ...camera, x, scale }, scene, frame);
}

/** The drawing follows the hand by so many pixels. */
export function pan(camera: Camera, dx: number, dy: number, scene: Scene, frame: Frame): Camera {
  return hold(
    { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy },
    scene,
    frame,
  );
}

/** Bring a place into view, moving no more than needed. */
export function reveal(camera: Camera, x: number, row: number, scene: Scene, frame: Frame): Camera {
  const edge = Math.min(frame.width / 4, 120);
  const left = (x - camera.x) * camera.scale;
  const top = MARGIN + row * camera.gap - camera.y;
  const dx = left < edge ? edge - left : left > frame.width - edge ? frame.width - edge - left : 0;
  const dy = top < MARGIN ? MARGIN - top : top > frame.height - MARGIN ? frame.height - MARGIN - top : 0;
  return Math.hypot(dx, dy) > 0.5 ? pan(camera, dx, dy, scene, frame) : camera;
}

/** Never further than the drawing reaches; a drawing that is smaller than the frame is centred. */
function hold(camera: Camera, scene: Scene, frame: Frame): Camera {
  const seen = frame.width / camera.scale;
  const spare = MARGIN / camera.scale;
  const room = scene.width + 2 * spare - seen;
  const x = room <= 0 ? (scene.width - seen) / 2 : clamp(camera.x, -spare, room - spare);
  const height = (scene.rows - 1) * camera.gap + 2 * MARGIN - frame.height;
  return { ...camera, x, y: height <= 0 ? height / 2 : clamp(camera.y, 0, height) };
}

export function screenX(camera: Camera, x: number): number {
  return (x - camera.x) * camera.scale;
}

export function screenY(camera: Camera, row: number): number {
  return MARGIN + row * camera.gap - camera.y;
}

/** The place under a pixel: (units, row). */
export function place(camera: Camera, px: number, py: number): readonly [number, number] {
  return [camera.x + px / camera.scale, Math.round((py - MARGIN + camera.y) / camera.gap)];
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
