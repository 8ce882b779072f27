import { join } from 'node:path';
import type { Approval, ApprovalDecision } from '../../shared/approvals.ts';
import { callIdSchema, sessionIdSchema } from '../../shared/ids.ts';
import type { Mode } from '../../shared/session.ts';
import { createToolSet } from '../tools/executor.ts';
import { createHostQuestions } from '../tools/host-questions.ts';
import type { SideWorks, Tool, ToolOutcome, ToolSet } from '../tools/tool.ts';
import { createSandboxRig, type SandboxRig, type SandboxRigOptions } from './sandbox-rig.ts';

export interface ToolRigOptions extends SandboxRigOptions {
  /** Instead of the built-in tools. */
  readonly tools?: readonly Tool[];
  /** Id of the model that the session starts with. */
  readonly model?: string;
  /** Where background commands are entered. */
  readonly side?: SideWorks;
  /** Whether a person looks on. Default true. */
  readonly canDisplay?: boolean;
}

/** The tools of one session over the real sandbox, with a person who answers approvals as told. */
export interface ToolRig extends SandboxRig {
  readonly tools: ToolSet;
  /** Approvals that were asked for, in order. */
  readonly asked: Omit<Approval, 'id' | 'callId'>[];
  mode: Mode;
  /** How the next approvals are answered; a denial without a word at first. */
  answer: ApprovalDecision | ((over: AbortSignal | undefined) => Promise<ApprovalDecision>);
  /** Everything shown while calls ran. */
  output: string;
  call(name: string, input: unknown, signal?: AbortSignal): Promise<ToolOutcome>;
}

export const RIG_SESSION = sessionIdSchema.parse('0123456789abcdef0123456789abcdef');

export async function createToolRig(options: ToolRigOptions = {}): Promise<ToolRig> {
  const hosts = createHostQuestions();
  const rig = await createSandboxRig({ askHost: hosts.ask, ...options });
  const { project, config, sandbox, ports } = rig;
  const tools = createToolSet({
    session: RIG_SESSION,
    root: project,
    mode: () => made.mode,
    limits: config.limits,
    paths: config.paths,
    sandbox,
    hosts,
    processes: ports.processes,
    environment: ports.environment,
    state: ports.paths,
    artifacts: join(project, '.steiner', 'tmp', 'artifacts', RIG_SESSION),
    settings: config,
    canDisplay: options.canDisplay ?? true,
    keepPicture: async (bytes, { name, mime, width, height }) => ({ blob: 'b'.repeat(64), mime, width, height, bytes: bytes.length, name }),
    ...(options.tools && { tools: options.tools }),
    ...(options.side && { side: options.side }),
    ...(options.model !== undefined && { model: { id: options.model } }),
  });
  let calls = 0;
  const made: ToolRig = {
    ...rig,
    tools,
    asked: [],
    mode: 'build',
    answer: { type: 'deny' },
    output: '',
    call: (name, input, signal = new AbortController().signal) => {
      calls += 1;
      const text = typeof input === 'string' ? input : JSON.stringify(input);
      const call = { type: 'tool_call', id: callIdSchema.parse(`call_${calls}`), name, arguments: text } as const;
      return tools.execute(call, {
        signal,
        begin: async () => {},
        output: (more) => {
          made.output += more;
        },
        ask: async (approval, over) => {
          made.asked.push(approval);
          return typeof made.answer === 'function' ? made.answer(over) : made.answer;
        },
      });
    },
  };
  return made;
}
