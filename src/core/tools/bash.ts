import { z } from 'zod';
import type { BackgroundJobs, StartedCommand } from './background/background-jobs.ts';
import { type CommandEnd, failedCommand, runCommand } from './command-run.ts';
import { defineTool } from './define-tool.ts';
import { refuseUnlessFolder } from './listing.ts';
import { failure, success } from './outcome.ts';
import { putRight } from './put-right.ts';
import type { Tool, ToolContext, ToolOutcome } from './tool.ts';

const DEFAULT_SECONDS = 30;
const DEFAULT_CHARS = 30_000;
const MAX_CHARS = 100_000;
/** The kernel takes no single argument above 128 KiB. */
const MAX_COMMAND_BYTES = 120_000;
/** The call's own deadline comes after the command's, so that a command that takes too long still answers with what it printed. */
const GRACE = 5_000;
/** Of the output limit, bytes left for what is said around the output. */
const RESERVE = 1_000;
/** Of the hosts that a command was refused, those that the person is told of. */
const MAX_HOSTS = 50;

const input = z.strictObject({
  command: z.string().min(1).describe('Shell text for bash; may have several lines'),
  cwd: z.string().min(1).optional().describe('Working folder; default the project'),
  timeout_seconds: z.int().min(1).optional().describe(`Default ${DEFAULT_SECONDS}; longer than the configured limit is cut to it`),
  max_output_chars: z
    .int()
    .min(1)
    .max(MAX_CHARS)
    .optional()
    .describe(`Characters of output to return; default ${DEFAULT_CHARS}, at most ${MAX_CHARS}`),
  background: z
    .boolean()
    .optional()
    .describe(
      'Return at once with an id for bash_output and bash_kill; no time-out; ends with the session. You are told when it ends, also after you have stopped',
    ),
  expect_end: z
    .boolean()
    .optional()
    .describe('With background: it ends by itself and you go on then, such as a build or tests; not for servers and watchers'),
});
type BashInput = z.infer<typeof input>;

function description(sealed: boolean): string {
  const writes = sealed
    ? 'It can write in /tmp only, which keeps its files between calls; the project is read-only.'
    : 'It can write in the project and in /tmp only; both keep their files between calls.';
  return `Run a command in a fresh bash: no variable, folder or function is kept between calls. It has no standard input.
${writes} What it leaves running ends with the call; use background for servers and watchers.
Of long output the start and the end are returned, and the rest is saved to a file that read can page.`;
}

export interface BashOptions {
  /** Longest time for one command, milliseconds. */
  readonly timeout: number;
  readonly maxOutputBytes: number;
  readonly jobs: BackgroundJobs;
  /** Whether nothing in the project can be written, whatever the mode. */
  readonly sealed: boolean;
}

export function createBash(options: BashOptions): Tool {
  return defineTool<BashInput>({
    name: 'bash',
    description: description(options.sealed),
    input,
    parallel: 'serial',
    timeout: options.timeout + GRACE,
    paths: ({ cwd }) => (cwd === undefined ? [] : [{ path: cwd, access: 'read' }]),
    command: ({ command }) => command,
    preview: ({ command }) => command,
    run: (request, context) => bash(request, context, options),
  });
}

async function bash(request: BashInput, context: ToolContext, options: BashOptions): Promise<ToolOutcome> {
  const { decision } = context;
  if (decision.type === 'refused') return failure('sandbox_unavailable', `${decision.problem.message} ${decision.problem.hint}`);
  if (Buffer.byteLength(request.command) > MAX_COMMAND_BYTES) {
    return failure('invalid_input', 'The command is too long. Write it to a file in /tmp, in parts, and run that.');
  }
  const cwd = request.cwd === undefined ? context.root : context.resolve(request.cwd);
  const missing = request.cwd === undefined ? undefined : await refuseUnlessFolder(cwd, context);
  if (missing) return missing;
  if (request.background) {
    return startJob({ command: request.command, cwd, awaited: request.expect_end ?? false }, context, options.jobs);
  }
  const timeout = Math.min((request.timeout_seconds ?? DEFAULT_SECONDS) * 1_000, options.timeout);
  const end = await runCommand(context, {
    command: request.command,
    cwd,
    timeout,
    longest: options.timeout,
    maxChars: Math.min(request.max_output_chars ?? DEFAULT_CHARS, options.maxOutputBytes - RESERVE),
  });
  return describeEnd(request, context, end);
}

async function startJob(command: StartedCommand, context: ToolContext, jobs: BackgroundJobs): Promise<ToolOutcome> {
  const job = await jobs.start(context, command);
  if (typeof job === 'string') return failure('tool_failed', job);
  return success(
    `${job.id} runs in the background; its output goes to ${context.display(job.path)}, which bash_output and read can page. You are told when it ends.`,
  );
}

function describeEnd(request: BashInput, context: ToolContext, end: CommandEnd): ToolOutcome {
  const sandboxed = context.decision.type === 'sandboxed';
  const exitCode = end.exitCode ?? -1;
  const artifact = end.artifact === undefined ? undefined : context.display(end.artifact);
  const refusedHosts = context.sandbox.refusedHosts(context.decision);
  const failed = failedCommand({ command: request.command, exitCode, output: end.stderr || end.stdout, killed: end.killed });
  const notes = [
    ...(end.note === undefined ? [] : [end.note]),
    ...(artifact === undefined ? [] : [`Output was cut; all of it is in ${artifact}, which read can page.`]),
    ...context.sandbox.explain(context.decision, failed),
    ...end.removed.map((path) => putRight(context.display(path))),
  ];
  const output = joinOutput(end);
  const text = [`exit_code ${exitCode}`, ...(output === '' ? [] : [output]), ...notes].join('\n');
  return {
    text,
    isError: exitCode !== 0,
    detail: {
      kind: 'bash',
      command: request.command,
      exitCode,
      output,
      truncated: end.truncated,
      sandboxed,
      ...(artifact !== undefined && { artifact }),
      ...(refusedHosts.length > 0 && { refusedHosts: refusedHosts.slice(0, MAX_HOSTS) }),
    },
  };
}

function joinOutput({ stdout, stderr }: CommandEnd): string {
  const out = stdout.replace(/\n$/, '');
  if (stderr === '') return out;
  return `${out === '' ? '' : `${out}\n`}[stderr]\n${stderr.replace(/\n$/, '')}`;
}
