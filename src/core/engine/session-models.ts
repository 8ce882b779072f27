import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { roleModel } from '../config/profiles.ts';
import type { Clock } from '../lib/ports.ts';
import type { BudgetMemory, TurnSpend } from '../providers/budget-holds.ts';
import { budgetedModel } from '../providers/budgeted-model.ts';
import type { Model, ModelRequest } from '../providers/provider.ts';
import { inspectedModel } from '../providers/sent/inspected-model.ts';
import type { SessionDeps } from '../session/session.ts';
import type { OpenProjectOptions } from './api.ts';
import type { Applied } from './applied-settings.ts';
import { budgetLimits } from './budget-limits.ts';
import type { RequestRecords } from './request-records.ts';
import type { UsageLedger } from './usage-ledger.ts';

export interface SessionModelsOptions {
  readonly path: string;
  /** What counts at the moment. With a problem no model is asked. */
  readonly now: () => Pick<Applied, 'models' | 'config' | 'problem'>;
  readonly usage: UsageLedger;
  readonly requests: RequestRecords;
  readonly ports: { readonly clock: Clock };
  readonly options: Pick<OpenProjectOptions, 'profile'>;
  /** The same model, given the pictures of its conversation. */
  readonly pictured: (model: Model) => Model;
}

/** Whose models they are. */
export interface ModelsFor {
  readonly session: SessionId;
  readonly source: 'parent' | 'child';
  /** What its requests teach. */
  readonly money: BudgetMemory;
  /** Of a child: the cache key of the session that started it. */
  readonly parentKey?: string | undefined;
  /** Of a child: the turn that started it, whose budget it is part of. */
  readonly turn?: TurnSpend | undefined;
}

/** The models of one session: what they take is recorded, and held against the budget. Each call gives a model for one turn. */
export function sessionModels(
  deps: SessionModelsOptions,
  { session, source, money, parentKey, turn }: ModelsFor,
): Pick<SessionDeps, 'resolveModel' | 'compactionModel'> {
  const { path, now, usage, requests, ports, options, pictured } = deps;
  const owner = { project: path, session, source };
  const recorder = requests.recorder(owner);
  async function resolveModel(ref: string): Promise<Result<Model, Problem>> {
    const { models, config, problem } = now();
    const model = problem ? err(problem) : await models.resolve(ref);
    if (!model.ok) return model;
    const asking = askedBy(model.value, { session, ...(parentKey === undefined ? {} : { parent: parentKey }) });
    const inspected = inspectedModel(asking, { recorder, clock: ports.clock });
    const metered = usage.metered(inspected, owner);
    const limits = { ...budgetLimits(config.budget), day: usage.day, memory: money, turn };
    const budgeted = budgetedModel(metered, { clock: ports.clock, ...limits });
    return ok(pictured(source === 'parent' && config.limits.resume_at_reset ? budgeted : stayingStopped(budgeted)));
  }
  return {
    resolveModel,
    compactionModel: async () => {
      const { ref, fallback } = roleModel(now().config, options.profile ?? 'default', 'compaction');
      const model = ref === undefined || fallback ? undefined : await resolveModel(ref);
      return model?.ok ? model.value : undefined;
    },
  };
}

/** The same model, told who asks. */
function askedBy(model: Model, owner: Pick<ModelRequest, 'session' | 'parent'>): Model {
  return { ...model, stream: (request) => model.stream({ ...request, ...owner }) };
}

/** A usage limit of the same model says in words alone when it is reset: nothing waits for that. */
function stayingStopped(model: Model): Model {
  return {
    ...model,
    async *stream(request) {
      for await (const event of model.stream(request)) {
        if (event.type !== 'end' || event.problem?.resetsAt === undefined) {
          yield event;
          continue;
        }
        const { resetsAt: _, ...problem } = event.problem;
        yield { ...event, problem };
      }
    },
  };
}
