import type { Stamped } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Mode } from '../../shared/session.ts';
import type { Model } from '../providers/provider.ts';
import type { ToolSet } from '../tools/tool.ts';
import { cacheKeyOf } from './restore.ts';
import type { SessionDeps, StaticContext } from './session.ts';

/** What all requests of a session have in common. */
export interface RequestBase extends StaticContext {
  readonly model: Model;
  readonly tools: ToolSet;
  readonly cacheKey: string;
}

export interface BaseOptions {
  readonly deps: SessionDeps;
  readonly mode: () => Mode;
  readonly kept: () => readonly Stamped[];
}

/** Makes the static context and the tools at the first need, once: they never change while the session lives. */
export class RequestBases {
  readonly #options: BaseOptions;
  #context: StaticContext | undefined;
  #tools: ToolSet | undefined;

  constructor(options: BaseOptions) {
    this.#options = options;
  }

  async for(ref: string): Promise<Result<RequestBase, Problem>> {
    const { deps, mode, kept } = this.#options;
    const model = await deps.resolveModel(ref);
    if (!model.ok) return model;
    const context = await this.#staticContext();
    if (!context.ok) return context;
    this.#tools ??= deps.tools(mode, kept, model.value.info);
    return ok({ ...context.value, model: model.value, tools: this.#tools, cacheKey: cacheKeyOf(kept(), deps.log.id) });
  }

  async close(): Promise<void> {
    await this.#tools?.close();
  }

  async #staticContext(): Promise<Result<StaticContext, Problem>> {
    if (this.#context) return ok(this.#context);
    const context = await this.#options.deps.context();
    if (context.ok) this.#context = context.value;
    return context;
  }
}
