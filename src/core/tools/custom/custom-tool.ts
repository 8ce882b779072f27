import type { ToolDetail } from '../../../shared/tool-detail.ts';
import { argumentsSchema, type CustomToolConfig } from '../../config/tool-settings.ts';
import { errnoOf } from '../../lib/errno.ts';
import { absoluteFrom } from '../../sandbox/absolute-from.ts';
import { failedCommand } from '../command-run.ts';
import { defineTool } from '../define-tool.ts';
import { failure, success } from '../outcome.ts';
import { putRight } from '../put-right.ts';
import type { Tool, ToolContext, ToolOutcome } from '../tool.ts';
import { type Envelope, parseEnvelope, showValue } from './envelope.ts';
import { type Exchange, exchangeJson } from './exchange-json.ts';

export interface CustomToolOptions {
  readonly name: string;
  readonly config: CustomToolConfig;
  /** Milliseconds, where the configuration of the tool says nothing. */
  readonly timeout: number;
  readonly home: string;
  /** Of each stream. */
  readonly maxOutputBytes: number;
}

/** A tool made of a program of the person's own. */
export function createCustomTool(options: CustomToolOptions): Tool {
  const { name, config, timeout } = options;
  return defineTool({
    name,
    description: config.description,
    input: argumentsSchema(config.parameters),
    parallel: 'serial',
    timeout: config.timeout ?? timeout,
    command: (input) => `${[config.exec, ...argsOf(config)].join(' ')} <<< '${JSON.stringify(input)}'`,
    preview: (input) => showValue(input),
    run: (input, context) => runCustom(input, context, options),
  });
}

function argsOf({ subcommand }: CustomToolConfig): readonly string[] {
  return subcommand === undefined ? [] : [subcommand];
}

async function runCustom(input: unknown, context: ToolContext, options: CustomToolOptions): Promise<ToolOutcome> {
  const { decision, sandbox, root, session } = context;
  if (decision.type === 'refused') return failure('sandbox_unavailable', `${decision.problem.message} ${decision.problem.hint}`);
  const { name, config, home, maxOutputBytes } = options;
  const program = config.exec.includes('/') ? absoluteFrom(root, home, config.exec) : config.exec;
  const spec = sandbox.wrap(decision, { argv: [program, ...argsOf(config)], cwd: root, owner: session, label: name });
  try {
    const exchange = await exchangeJson({ ...spec, stdin: 'pipe' }, input, { context, maxOutputBytes });
    context.signal.throwIfAborted();
    const output = exchange.stderr || exchange.stdout;
    const command = [config.exec, ...argsOf(config)].join(' ');
    return describeExchange(name, exchange, (exitCode) => [
      ...sandbox.explain(decision, failedCommand({ command, exitCode, output })),
      ...exchange.removed.map((path) => putRight(context.display(path))),
    ]);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return failure('tool_failed', `${name} could not be started: ${config.exec} (${errno}).`);
  }
}

/** `explain` says what the sandbox held back, of a program that ended with that exit code, and what was put right after it. */
function describeExchange(name: string, exchange: Exchange, explain: (exitCode: number) => readonly string[]): ToolOutcome {
  const envelope = exchange.truncated ? undefined : parseEnvelope(exchange.stdout);
  const { exitCode } = exchange;
  if (envelope === undefined)
    return broken(`${name} did not print one JSON object with ok, and result or error (exit code ${exitCode}).`, exchange, explain(1));
  if (!envelope.ok) return failed(envelope.error, explain(1));
  if (exitCode !== 0) return broken(`${name} ended with exit code ${exitCode} although it printed a result.`, exchange, explain(exitCode));
  const { result, model_result: forModel } = envelope;
  const text = [showValue(forModel === undefined ? result : forModel), ...explain(0)].join('\n');
  return success(text, forModel === undefined ? undefined : shown(name, showValue(result)));
}

function failed({ kind, message, details }: Extract<Envelope, { ok: false }>['error'], denials: readonly string[]): ToolOutcome {
  const text = [`${kind}: ${message}`, ...denials].join('\n');
  const more = details === undefined ? '' : `\n${showValue(details)}`;
  return { text, isError: true, detail: { kind: 'error', error: 'tool_failed', message: text + more } };
}

/** Only here is what it printed told to the model: it says what is wrong with the tool. */
function broken(message: string, { stdout, stderr, truncated }: Exchange, denials: readonly string[]): ToolOutcome {
  const parts = [
    message,
    ...(truncated ? ['It printed more than is taken.'] : []),
    ...labelled('stdout', stdout),
    ...labelled('stderr', stderr),
    ...denials,
  ];
  return failure('tool_failed', parts.join('\n'));
}

const SHOWN = 2_000;

function labelled(name: string, text: string): readonly string[] {
  return text.trim() === '' ? [] : [`[${name}]`, text.trim().slice(0, SHOWN)];
}

function shown(title: string, text: string): ToolDetail {
  return { kind: 'shown', title, text };
}
