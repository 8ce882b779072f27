import { z } from 'zod';
import type { AssistantBlock, AssistantMessage } from '../../shared/messages.ts';
import type { StreamEnd } from './provider.ts';

const hiddenSchema = z.object({ before: z.number().int().nonnegative(), item: z.record(z.string(), z.json()) });
const replaySchema = z.object({ hidden: z.array(hiddenSchema) });

/** A part of an answer that only its own API reads, exactly as it came, such as encrypted reasoning. */
export type HiddenItem = z.infer<typeof hiddenSchema>['item'];

/** `before` counts the blocks of the answer that come before it. */
export type Hidden = z.infer<typeof hiddenSchema>;

export interface HiddenBlock {
  readonly type: 'hidden';
  readonly item: HiddenItem;
}

export function replayOf(hidden: readonly Hidden[]): Pick<StreamEnd, 'replay'> {
  return hidden.length === 0 ? {} : { replay: { hidden: hidden.map((part) => ({ ...part })) } };
}

/** The answer as its API gave it: blocks and hidden parts in order. Replay data of another shape counts as none. */
export function withHidden({ blocks, replay }: AssistantMessage): (AssistantBlock | HiddenBlock)[] {
  if (replay === undefined) return [...blocks];
  const parsed = replaySchema.safeParse(replay);
  if (!parsed.success) return [...blocks];
  const at = (index: number) =>
    parsed.data.hidden.filter(({ before }) => before === index).map(({ item }): HiddenBlock => ({ type: 'hidden', item }));
  const after = parsed.data.hidden
    .filter(({ before }) => before >= blocks.length)
    .map(({ item }): HiddenBlock => ({ type: 'hidden', item }));
  return [...blocks.flatMap((block, index) => [...at(index), block]), ...after];
}
