import type { Message } from '../../shared/messages.ts';
import type { ToolOutcome, ToolSet } from '../tools/tool.ts';

const READER = 'read';

/**
 * The same tools, but of a file that is read again, in the same lines and unchanged, the model is told that it stands in the conversation already: as long as it does, word for
 * word. Calls of one round do not see each other.
 */
export function withoutRepeatedReads(tools: ToolSet, messages: () => readonly Message[]): ToolSet {
  return {
    ...tools,
    execute: async (call, hooks) => {
      const outcome = await tools.execute(call, hooks);
      return call.name === READER ? shortened(outcome, messages()) : outcome;
    },
  };
}

function shortened(outcome: ToolOutcome, messages: readonly Message[]): ToolOutcome {
  const { text, isError, pictures = [] } = outcome;
  const head = text.slice(0, text.indexOf('\n') + 1);
  const told = `${head}[Unchanged since you read the same lines before. They stand in that result, above in this conversation, and are not repeated.]`;
  if (isError || pictures.length > 0 || told.length * 2 > text.length) return outcome;
  const known = messages.some((message) => message.role === 'tool' && message.name === READER && message.text === text);
  return known ? { ...outcome, text: told } : outcome;
}
