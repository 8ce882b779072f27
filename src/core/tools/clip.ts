import { HeadTail } from './head-tail.ts';
import type { ToolOutcome } from './tool.ts';

const MARKER_BYTES = 100;

/** Holds what the model is told to a number of bytes, keeping the start and the end. */
export function clipOutcome(outcome: ToolOutcome, maxBytes: number): ToolOutcome {
  const bytes = Buffer.byteLength(outcome.text);
  if (bytes <= maxBytes) return outcome;
  // As many characters as fit even when the kept ones are all longer than the average.
  let chars = Math.floor((outcome.text.length * (maxBytes - MARKER_BYTES)) / bytes);
  const kept = new HeadTail(outcome.text.length);
  kept.append(outcome.text);
  let text = kept.text(chars);
  while (Buffer.byteLength(text) > maxBytes) {
    chars = Math.floor(chars * 0.9);
    text = kept.text(chars);
  }
  return { ...outcome, text };
}
