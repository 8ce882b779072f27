import { z } from 'zod';
import { defineTool } from '../tools/define-tool.ts';
import { failure, success } from '../tools/outcome.ts';
import type { Tool, ToolOutcome } from '../tools/tool.ts';
import type { AgentType } from './agent-types.ts';
import { briefShape } from './brief.ts';
import type { Parent, Supervisor } from './supervisor.ts';

/** The longest timer there is: a child has limits of its own. */
const NO_LIMIT = 2 ** 31 - 1;
/** A child that is stopped says how far it came. */
const GRACE = 10_000;

const DESCRIPTION = `Start a child: a session of its own that does one bounded task and answers once. It sees nothing of this conversation but its brief.
Calls that stand side by side start together. Types: `;

/** The tool of a session that may start children. `types` is not empty. */
export function createSubAgent(supervisor: Supervisor, parent: Parent, types: readonly AgentType[]): Tool {
  const byName = new Map(types.map((type) => [type.name, type]));
  const input = z.strictObject({
    type: z.enum([...byName.keys()]),
    ...briefShape,
    group: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .optional()
      .describe('Calls of one message with the same group have their results told together; a name is used once'),
    timeout_seconds: z.int().min(1).max(86_400).optional().describe('Ends it sooner than its limits would; what it had is told as partial'),
  });
  type Input = z.infer<typeof input>;
  return defineTool<Input>({
    name: 'sub_agent',
    description: `${DESCRIPTION}${types.map(({ name, purpose }) => `${name} ${purpose}`).join('; ')}.`,
    input,
    parallel: 'delegation',
    timeout: NO_LIMIT,
    grace: GRACE,
    run: async ({ type: name, group, timeout_seconds: seconds, ...brief }, { callId, signal, beside }): Promise<ToolOutcome> => {
      const type = byName.get(name);
      if (!type) return failure('invalid_input', `There is no type "${name}".`);
      const answer = await supervisor.delegate({ type, brief, group, seconds }, parent, { id: callId, signal, beside });
      return answer.ok ? success(answer.value) : failure('tool_failed', answer.error);
    },
  });
}
