import type { Problem } from '../../shared/problem.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Mode, Orchestration } from '../../shared/session.ts';
import { withOverride } from '../prompt/system.ts';
import type { Model } from '../providers/provider.ts';
import type { SideWorks, ToolSet } from '../tools/tool.ts';
import type { Kept } from './kept.ts';
import type { Guidance, SessionDeps, StaticContext } from './session.ts';

/** What all requests of a session have in common. */
export interface RequestBase extends Omit<StaticContext, 'guidance'> {
  /** Of the system prompt, what it says about children. */
  readonly guidance?: { readonly level: Orchestration; readonly text: string };
  readonly model: Model;
  readonly tools: ToolSet;
  readonly cacheKey: string;
}

export interface BaseOptions {
  readonly deps: SessionDeps;
  readonly mode: () => Mode;
  readonly kept: Kept;
  readonly side: SideWorks;
}

interface BaseParts {
  readonly context: StaticContext;
  readonly model: Model;
  readonly tools: ToolSet;
  readonly cacheKey: string;
  readonly level: Orchestration | undefined;
}

/** A model may have a system prompt of its own: the context stays the same when another takes over. */
function baseOf({ context: { guidance: known, ...context }, model, tools, cacheKey, level }: BaseParts): RequestBase {
  const { prompts } = model.info;
  const guidance = prompts?.system === undefined && known ? guidanceAt(level ?? known.level, known) : undefined;
  const system = guidance ? `${context.system}\n\n${guidance.text}` : context.system;
  return { ...context, ...(guidance ? { guidance } : {}), system: withOverride(system, prompts), model, tools, cacheKey };
}

function guidanceAt(level: Orchestration, { texts }: Guidance): NonNullable<RequestBase['guidance']> {
  return { level, text: texts[level] };
}

/** Makes the static context and the tools at the first turn, once: they never change while the session lives. */
export class RequestBases {
  readonly #options: BaseOptions;
  #context: StaticContext | undefined;
  #tools: ToolSet | undefined;
  #level: Orchestration | undefined;

  constructor(options: BaseOptions) {
    this.#options = options;
  }

  /** For a request: from the first one on, context and tools are settled. */
  async for(ref: string): Promise<Result<RequestBase & Pick<SessionDeps, 'limits'>, Problem>> {
    const { deps } = this.#options;
    const limits = deps.turnBegins?.() ?? deps.limits;
    const parts = await this.#parts(ref);
    if (!parts.ok) return parts;
    this.#context ??= parts.value.context;
    this.#tools ??= parts.value.tools;
    return ok({ ...baseOf({ ...parts.value, context: this.#context, tools: this.#tools }), limits });
  }

  /** What `for` would give now. A file that changes before the first turn is still read as it is then. */
  async peek(ref: string): Promise<Result<RequestBase, Problem>> {
    const parts = await this.#parts(ref);
    return parts.ok ? ok(baseOf(parts.value)) : parts;
  }

  async #parts(ref: string): Promise<Result<BaseParts, Problem>> {
    const { deps, mode, kept, side } = this.#options;
    const { cacheKey = deps.log.id } = kept.trace;
    const model = await deps.resolveModel(ref);
    if (!model.ok) return model;
    const context = this.#context ? ok(this.#context) : await deps.context();
    if (!context.ok) return context;
    const tools = this.#tools ?? deps.tools(mode, () => kept.events(), model.value.info, side);
    return ok({ context: context.value, model: model.value, tools, cacheKey, level: this.#level });
  }

  /** From the next turn on the system prompt is that of `level`: what providers cached of the conversation is of no more use. True when it was another. */
  orchestrate(level: Orchestration): boolean {
    const before = this.#level ?? this.#context?.guidance?.level;
    this.#level = level;
    return this.#context?.guidance !== undefined && before !== level;
  }

  /** What the tools say to a change of the mode. */
  enter(mode: Mode): string | undefined {
    return this.#tools?.enter?.(mode);
  }

  async close(): Promise<void> {
    await this.#tools?.close();
  }
}
