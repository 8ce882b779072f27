import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '../../shared/ids.ts';
import type { ToolCallBlock } from '../../shared/messages.ts';
import type { Mode } from '../../shared/session.ts';
import type { Limits, PathsConfig } from '../config/schema.ts';
import type { Environment, Processes, StatePaths } from '../lib/ports.ts';
import type { ModelInfo } from '../providers/provider.ts';
import { everywhere, readMounts } from '../sandbox/mounts.ts';
import type { Sandbox, SandboxDecision } from '../sandbox/sandbox.ts';
import { secretPaths } from '../sandbox/secrets.ts';
import { type Ahead, createAhead } from './ahead.ts';
import { BackgroundJobs } from './background/background-jobs.ts';
import { type CallTime, createCallTime } from './call-time.ts';
import { type Access, askNobody, type ClearingCall, clearCall } from './clear-call.ts';
import { clipOutcome } from './clip.ts';
import { createHostQuestions, type HostQuestions } from './host-questions.ts';
import { createHygiene, type Hygiene } from './hygiene.ts';
import { failure } from './outcome.ts';
import { parseArguments } from './parse-arguments.ts';
import type { PathPolicyOptions } from './path-policy.ts';
import { displayPath } from './paths.ts';
import type { KeepPicture } from './picture-file.ts';
import { createTools, type RegistryOptions, type ToolSettings } from './registry.ts';
import { runBounded } from './run-bounded.ts';
import type { CallHooks, HistorySource, ObservedFiles, SideWorks, Tool, ToolContext, ToolOutcome, ToolSet } from './tool.ts';

const NOT_RUN = 'Not run: the turn was stopped.';
const STOP_GRACE = 3_000;

export interface ToolSetOptions {
  readonly session: SessionId;
  /** Real path of the tree the session works in. */
  readonly root: string;
  readonly mode: () => Mode;
  readonly limits: Limits;
  readonly paths: PathsConfig;
  readonly sandbox: Sandbox;
  readonly processes: Processes;
  readonly environment: Environment;
  readonly state: StatePaths;
  /** Folder for output that is too long to be returned. */
  readonly artifacts: string;
  /** Default: nothing is configured. */
  readonly settings?: ToolSettings;
  /** The model that the session starts with. */
  readonly model?: Pick<ModelInfo, 'id'> | undefined;
  /** For web_search. */
  readonly fetch?: typeof fetch;
  /** Whether a person looks on, who can be shown a file. Default false. */
  readonly canDisplay?: boolean;
  /** Where the project's proxy asks about hosts. Default: one that nobody asks. */
  readonly hosts?: HostQuestions;
  /** What the model has read already, such as files that a prompt mentioned. Default: nothing. */
  readonly observed?: ObservedFiles;
  /** Where pictures of results go. Default: nowhere, and reading one fails. */
  readonly keepPicture?: KeepPicture;
  /** What the session's history tool reads. Default: nothing was said. */
  readonly history?: HistorySource;
  /** Where work is entered that goes on beside the conversation. Default: nowhere, and nobody is told how it ended. */
  readonly side?: SideWorks;
  /** Instead of the built-in tools. */
  readonly tools?: readonly Tool[];
  /** Beside those: tools of other parts of the product. */
  readonly more?: readonly Tool[];
  /** Names of the tools that the session has, where it has not got all. */
  readonly only?: readonly string[];
  /** Whether nothing in the tree may be written, whatever the mode. Default false. */
  readonly sealed?: boolean;
}

/** The session's tools behind one executor, which every mode uses. */
export function createToolSet(options: ToolSetOptions): ToolSet {
  const { root, paths, environment, limits } = options;
  const secrets = secretPaths(environment, options.state);
  const jobs = new BackgroundJobs();
  const tools = options.tools ?? createTools({ ...registryOptions(options, secrets), jobs });
  const byName = listed([...tools, ...(options.more ?? [])], options.only);
  const policy: PathPolicyOptions = {
    root,
    home: environment.home,
    paths,
    secrets,
    artifacts: options.artifacts,
    shut: [],
    mode: options.mode,
  };
  const hosts = options.hosts ?? createHostQuestions();
  const ahead = createAhead(options);
  const executor: Executor = { options, byName, policy, hosts, observed: options.observed ?? createObserved(), ahead };
  const schemas = [...byName.values()].map(({ name, description, parameters }) => Object.freeze({ name, description, parameters }));
  return {
    schemas: Object.freeze(schemas),
    parallelClass: (name) => byName.get(name)?.parallel ?? 'serial',
    execute: async (call, hooks) => clipOutcome(await answer(executor, call, hooks), limits.tool_output_max_bytes),
    enter: (mode) => endedByPlan(jobs.enter(mode)),
    ahead: ahead.expect,
    rest: ahead.rest,
    close: async () => {
      await options.processes.killOwner(options.session);
      await hosts.close(options.session);
      await options.sandbox.release(options.session);
    },
  };
}

function listed(tools: readonly Tool[], only: readonly string[] | undefined): ReadonlyMap<string, Tool> {
  const own = tools.filter(({ name }) => only?.includes(name) ?? true);
  return new Map(own.sort((a, b) => (a.name < b.name ? -1 : 1)).map((tool) => [tool.name, tool]));
}

function registryOptions(options: ToolSetOptions, secrets: readonly string[]): Omit<RegistryOptions, 'jobs'> {
  const { root, paths, limits, model, environment, canDisplay = false, sealed = false, history = async () => [] } = options;
  const settings = options.settings ?? { fetch: {}, search: {}, tools: {} };
  const asked = { settings, model, home: environment.home, fetch: options.fetch ?? fetch, canDisplay, sealed, history };
  return { limits, excludes: { root, home: environment.home, paths, secrets }, ...asked };
}

function endedByPlan(ids: readonly string[]): string | undefined {
  if (ids.length === 0) return undefined;
  const were = ids.length === 1 ? 'was ended: it' : 'were ended: they';
  return `The background command${ids.length === 1 ? '' : 's'} ${ids.join(', ')} ${were} could write, and plan mode writes nothing.`;
}

interface Executor {
  readonly options: ToolSetOptions;
  readonly byName: ReadonlyMap<string, Tool>;
  readonly policy: PathPolicyOptions;
  readonly observed: ObservedFiles;
  readonly hosts: HostQuestions;
  readonly ahead: Ahead;
}

async function answer(executor: Executor, call: ToolCallBlock, hooks: CallHooks): Promise<ToolOutcome> {
  const { session, root, sandbox, environment } = executor.options;
  let hygiene = createHygiene(environment.vars, {});
  const decide = async (access: Access): Promise<SandboxDecision> => {
    const decision = await sandbox.decide({ id: session, root, access });
    hygiene = createHygiene(environment.vars, environmentOf(decision));
    return decision;
  };
  if (!existsSync(root))
    return failure('tool_failed', `${root} is gone: it was moved or deleted. Nothing was done; the person has to bring it back.`);
  try {
    const outcome = await execute(executor, { call, decide, hygiene: () => hygiene }, hooks);
    return hygiene.outcome(outcome);
  } catch (error) {
    return hygiene.outcome(failure('tool_failed', `${call.name} failed: ${error instanceof Error ? error.message : String(error)}`));
  }
}

function accessOf({ sealed = false, mode }: ToolSetOptions): Access {
  if (sealed) return 'sealed';
  return mode() === 'plan' ? 'read-only' : 'write';
}

interface AskedCall {
  readonly call: ToolCallBlock;
  readonly decide: (access: Access) => Promise<SandboxDecision>;
  /** By the last decision. */
  readonly hygiene: () => Hygiene;
}

async function execute(executor: Executor, asked: AskedCall, hooks: CallHooks): Promise<ToolOutcome> {
  const { byName } = executor;
  const { call } = asked;
  const tool = byName.get(call.name);
  if (!tool) return failure('unknown_tool', `There is no tool "${call.name}". The tools are ${[...byName.keys()].join(', ')}.`);
  const parsed = parseArguments(tool, call.arguments);
  if (!parsed.ok) return failure('invalid_input', parsed.error);
  if (hooks.signal.aborted) return failure('cancelled', NOT_RUN);
  const clearing = clearingOf(executor, tool, parsed.value, asked.decide);
  const allowed = { paths: new Map<string, string>(), command: false };
  let cleared = await clearCall(clearing, hooks, allowed);
  if (cleared.type === 'stopped') return cleared.outcome;
  await hooks.begin();
  if (hooks.signal.aborted) return failure('cancelled', NOT_RUN);
  if (clearing.access() !== cleared.access) cleared = await clearCall(clearing, { ask: askNobody }, allowed);
  if (cleared.type === 'stopped') return cleared.outcome;
  const { decision, paths } = cleared;
  const { command } = clearing;
  if (command !== undefined) executor.ahead.note(decision);
  return run(tool, parsed.value, { call, decision, hygiene: asked.hygiene(), executor, hooks, paths, command });
}

function clearingOf({ options, policy }: Executor, tool: Tool, input: unknown, decide: AskedCall['decide']): ClearingCall {
  const uses = tool.paths?.(input) ?? [];
  return {
    tool: tool.name,
    uses,
    preview: tool.preview?.(input) ?? uses.map((use) => `${tool.name} ${use.path}`).join('\n'),
    access: () => accessOf(options),
    decide,
    policy: (decision) => ({
      policy: { ...policy, secrets: everywhere(policy.secrets, readMounts()), shut: shutPaths(decision, options.root) },
      tmp: mappedTmp(decision),
    }),
    command: tool.command?.(input),
  };
}

/** A decided call with what it needs to run. */
interface SettledCall {
  readonly call: ToolCallBlock;
  readonly decision: SandboxDecision;
  readonly hygiene: Hygiene;
  readonly executor: Executor;
  readonly hooks: CallHooks;
  readonly paths: ReadonlyMap<string, string>;
  readonly command: string | undefined;
}

async function run(tool: Tool, input: unknown, settled: SettledCall): Promise<ToolOutcome> {
  const { hooks } = settled;
  const time = createCallTime();
  const visit = beginVisit(settled, time);
  try {
    const bounds = { stop: hooks.signal, grace: tool.grace ?? STOP_GRACE, limit: time.limit(tool.timeout) };
    return await runBounded(tool, bounds, (signal) => tool.run(input, createContext(settled, { time, goesOn: visit.goesOn }, signal)));
  } finally {
    time.end();
    visit.end();
  }
}

interface Visit {
  readonly goesOn: (ended: Promise<unknown>) => void;
  /** The call has its result; what goes on is asked about until it has ended. */
  readonly end: () => void;
}

/** Lets the proxy ask about hosts on behalf of a call that runs a command. */
function beginVisit({ executor, call, hooks, command }: SettledCall, time: CallTime): Visit {
  if (command === undefined) return { goesOn: () => {}, end: () => {} };
  const { session } = executor.options;
  const leave = executor.hosts.begin(session, { id: call.id, tool: call.name, command, ask: hooks.ask, hold: time.hold });
  let longer: Promise<unknown> | undefined;
  return {
    goesOn: (ended) => {
      longer = ended;
    },
    end: () => (longer === undefined ? leave() : void longer.finally(leave)),
  };
}

/** Of `.steiner` the path policy itself knows what may be written. */
function shutPaths(decision: SandboxDecision, root: string): readonly string[] {
  if (decision.type !== 'sandboxed') return [];
  return [...decision.policy.readOnly, ...decision.policy.sealed].filter((path) => path !== join(root, '.steiner'));
}

/** Only in the sandbox is `/tmp` a folder of the session's own. */
function mappedTmp(decision: SandboxDecision): string | undefined {
  return decision.type === 'sandboxed' ? decision.policy.tmp : undefined;
}

/** What the commands of a call get of the environment. */
function environmentOf(decision: SandboxDecision): Readonly<Record<string, string>> {
  switch (decision.type) {
    case 'sandboxed':
      return decision.policy.env;
    case 'unsafe':
      return decision.env;
    case 'refused':
      return {};
  }
}

function createContext(
  settled: SettledCall,
  parts: { readonly time: CallTime; readonly goesOn: Visit['goesOn'] },
  signal: AbortSignal,
): ToolContext {
  const { executor, call, decision, hygiene, hooks, paths } = settled;
  const { root, sandbox, processes, artifacts, session, keepPicture = NOWHERE, side = NOBODY } = executor.options;
  const { observed } = executor;
  const { output } = hooks;
  return {
    ...{ callId: call.id, session, root, sandbox, processes, artifacts, decision, observed, signal, output, hygiene, keepPicture, side },
    limit: parts.time.limit,
    goesOn: parts.goesOn,
    beside: hooks.beside,
    display: (absolute) => displayPath(absolute, root, mappedTmp(decision)),
    resolve: (path) => {
      const absolute = paths.get(path);
      if (absolute === undefined) throw new Error(`the path "${path}" was not declared by the tool`);
      return absolute;
    },
  };
}

const NOWHERE: KeepPicture = () => Promise.reject(new Error('pictures are not kept here'));

const NOBODY: SideWorks = { begin: () => {}, end: () => {}, known: () => {}, running: [], child: () => {} };

/** Nothing read yet. */
export function createObserved(): ObservedFiles {
  const hashes = new Map<string, string>();
  return { mark: (path, hash) => void hashes.set(path, hash), has: (path) => hashes.has(path) };
}
