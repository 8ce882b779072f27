/**
 * Runs in the page's own world before its first script: receives what the preload exposes.
 * `steinerCrossing` is an argument of the function the host wraps this script in, not a global.
 */
import { Crossing } from './crossing.ts';

declare const steinerCrossing: string;

function freeze(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}

function expose(key: unknown, value: unknown): void {
  if (typeof key !== 'string' || key in window) throw new Error(`Cannot bind an API on top of an existing property on the window object`);
  Object.defineProperty(window, key, { value: freeze(value), enumerable: true, writable: false, configurable: false });
}

if (window === window.top) new Crossing(`${steinerCrossing}-page`, `${steinerCrossing}-preload`).accept(expose);
