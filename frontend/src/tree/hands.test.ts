import { beforeEach, expect, it } from "vitest";
import { Hands } from "./hands";

let told: string[] = [];
const hands = () =>
  new Hands({
    drag: (dx, dy) => void told.push(`drag ${dx} ${dy}`),
    pinch: (factor, at) => void told.push(`pinch ${factor} ${at}`),
    tap: (x, y) => void told.push(`tap ${x} ${y}`),
  });
const touch = (offsetX: number, offsetY: number, pointerId = 1) => ({ pointerId, offsetX, offsetY, currentTarget: null });

beforeEach(() => {
  globalThis.Element ??= class {} as typeof Element;
  told = [];
});

it("taps where a finger hardly moves", () => {
  const hand = hands();
  hand.down(touch(10, 10));
  hand.move(touch(12, 11));
  hand.up(touch(12, 11));
  expect(told).toEqual(["tap 12 11"]);
});

it("drags with one finger, and does not tap then", () => {
  const hand = hands();
  hand.down(touch(10, 10));
  hand.move(touch(30, 10));
  hand.up(touch(30, 10));
  expect(told).toEqual(["drag 20 0"]);
});

it("pinches with two", () => {
  const hand = hands();
  hand.down(touch(0, 0));
  hand.down(touch(100, 0, 2));
  hand.move(touch(200, 0, 2));
  expect(told).toEqual(["pinch 2 100", "drag 50 0"]);
});

it("forgets a finger that is taken away", () => {
  const hand = hands();
  hand.down(touch(0, 0));
  hand.cancel(touch(0, 0));
  hand.move(touch(50, 0));
  hand.up(touch(50, 0));
  expect(told).toEqual([]);
});
