import type { ToolCallBlock } from '../../shared/messages.ts';

/** The arguments that say what a call is about, the most telling first. */
const TELLING = ['command', 'pattern', 'query', 'url', 'path', 'id'] as const;
const LONGEST = 80;

/** What a child is doing, in a few words. */
export function operationOf({ name, arguments: text }: Pick<ToolCallBlock, 'name' | 'arguments'>): string {
  const target = targetOf(text);
  return target === undefined ? name : `${name} ${clipped(target)}`;
}

function targetOf(text: string): string | undefined {
  try {
    const values: unknown = JSON.parse(text);
    for (const key of TELLING) {
      const value: unknown = Reflect.get(Object(values), key);
      if (typeof value === 'string' && value.trim() !== '') return value;
    }
  } catch {
    // The model wrote no JSON; the call will be told so.
  }
  return undefined;
}

function clipped(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= LONGEST ? characters.join('') : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
