import type { Command } from '../../shared/commands.ts';
import type { KeptEvent, SessionEvent, Stamped } from '../../shared/events.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { roleModel } from '../config/profiles.ts';
import { type AgentType, agentType, typesFor } from '../delegation/agent-types.ts';
import { checkpoints, childPrompt } from '../delegation/child-prompt.ts';
import type { ChildOrder } from '../delegation/child-result.ts';
import { Groups } from '../delegation/groups.ts';
import { delegationGuidance } from '../delegation/guidance.ts';
import type { ChildSession } from '../delegation/job.ts';
import { lostChildren } from '../delegation/lost-children.ts';
import { createSubAgent } from '../delegation/sub-agent-tool.ts';
import { Supervisor } from '../delegation/supervisor.ts';
import type { Ports } from '../lib/ports.ts';
import type { BudgetMemory } from '../providers/budget-holds.ts';
import { ApprovalLine } from '../session/approval-line.ts';
import type { SessionCommand, SessionDeps } from '../session/session.ts';
import type { SessionLog, SessionStore } from '../store/session-log.ts';
import { createToolSet, type ToolSetOptions } from '../tools/executor.ts';
import { searchBackend } from '../tools/search/web-search.ts';
import type { SideWorks, ToolSet } from '../tools/tool.ts';
import type { Applied } from './applied-settings.ts';
import type { LiveSessions } from './live-sessions.ts';
import type { ContextFor } from './session-context.ts';
import type { ModelsFor } from './session-models.ts';
import type { ChildOrigin } from './session-start.ts';

export interface ChildrenOptions {
  readonly path: string;
  readonly store: Pick<SessionStore, 'read'>;
  readonly live: () => LiveSessions;
  readonly now: () => Applied;
  readonly ports: Pick<Ports, 'clock' | 'ids'>;
  readonly profile: string;
  /** Whether each call waits for its child, since nobody is there who could go on meanwhile. */
  readonly blocking: boolean;
}

/** What a session is given so that it can start children, and what a child is made of. */
export class Children {
  readonly #options: ChildrenOptions;
  readonly #supervisor: Supervisor;
  /** What providers know children by: one key a type, so that those of one type share what is cached. */
  readonly #keys = new Map<string, string>();
  /** What providers know those by who started children. */
  readonly #parentKeys = new Map<SessionId, string>();
  readonly #money = new Map<SessionId, BudgetMemory>();
  readonly #lines = new Map<SessionId, ApprovalLine>();
  /** What sessions were told the date is. */
  readonly #dates = new Map<SessionId, number>();

  constructor(options: ChildrenOptions) {
    this.#options = options;
    const { ports, blocking, now } = options;
    this.#supervisor = new Supervisor({
      ...ports,
      blocking,
      parallel: () => now().config.sub_agent.max_parallel,
      make: (order, parent) => this.#make(order, parent),
    });
  }

  /** A child is told what it is, and has the date of its parent; others are told what they can start. */
  context(session: SessionId, origin: ChildOrigin | undefined): ContextFor {
    const { ports, now: settings } = this.#options;
    const now = (origin && this.#dates.get(origin.parent)) ?? ports.clock.now();
    this.#dates.set(session, now);
    const type = origin && agentType(origin.agent);
    if (type) return { now, child: { task: childPrompt(type), sealed: type.access === 'read-only', instructions: type.instructions } };
    const types = origin ? [] : this.#types();
    if (types.length === 0) return { now };
    const texts = { standard: delegationGuidance('standard', types), low: delegationGuidance('low', types) };
    return { now, guidance: { level: settings().config.sub_agent.orchestration_level, texts } };
  }

  /** The tools of a session: with the one that starts children, or in a child those of its type. */
  tools(options: ToolSetOptions, { origin, side, kept }: ToolsFor): ToolSet {
    if (origin) {
      const { tools = [], access } = agentType(origin.agent) ?? {};
      return createToolSet({ ...options, only: tools, sealed: access !== 'commands', canDisplay: false });
    }
    const types = this.#types();
    if (types.length === 0) return createToolSet(options);
    const parent = { id: options.session, works: side, groups: new Groups(kept) };
    return createToolSet({ ...options, more: [createSubAgent(this.#supervisor, parent, types)] });
  }

  /** What a child costs counts in the budget of the turn that started it. */
  models(session: SessionId, origin: ChildOrigin | undefined): ModelsFor {
    const money: BudgetMemory = {};
    this.#money.set(session, money);
    if (!origin) return { session, source: 'parent', money };
    const parentKey = this.#parentKeys.get(origin.parent);
    return { session, source: 'child', money, parentKey, turn: this.#money.get(origin.parent)?.turn };
  }

  /** Where the questions of a session stand: those of its children in the same line. */
  line(session: SessionId, origin: ChildOrigin | undefined): ApprovalLine {
    const line = this.#lines.get(origin?.parent ?? session) ?? new ApprovalLine();
    if (!origin) this.#lines.set(session, line);
    return line;
  }

  /** Whether a child of the session waits for a person. */
  asks(session: SessionId): boolean {
    return this.#supervisor.asks(session);
  }

  /** The same session as a child: nobody reads along, it has limits of its own, and nothing of it is kept beside its log. */
  deps(base: ChildBase, origin: ChildOrigin | undefined): ChildBase {
    if (!origin) return base;
    const { attach: _, checkpoints: __, ...rest } = base;
    const limits = (of: SessionDeps['limits']): SessionDeps['limits'] => {
      const { max_turns: rounds, max_tokens: outputTokens } = this.#options.now().config.sub_agent;
      const own = { group: 'sub_agent', rounds, tokens: Number.POSITIVE_INFINITY, outputTokens } as const;
      return { ...of, ...own, reminders: checkpoints(rounds) };
    };
    return {
      ...rest,
      limits: limits(base.limits),
      turnBegins: () => limits(base.turnBegins?.() ?? base.limits),
      tellsMode: false,
      unwatched: true,
      refusal: NOBODY,
    };
  }

  /** Answers what is said to children, or of them; gives back every other command. */
  command(command: Command, origin: ChildOrigin | undefined): Result<null, Problem> | SessionCommand {
    if (command.type === 'child.stop') return this.#stop(command.session, command.child);
    if (!origin) return command;
    if (command.type === 'approval.answer' || command.type === 'approval.look') return command;
    return command.type === 'stop' ? this.#stop(origin.parent, command.session) : err(NO_CONVERSATION);
  }

  /** What happens in any session of the project. */
  see(session: SessionId, event: SessionEvent): void {
    this.#supervisor.see(session, event);
    const mode = event.type === 'session.update' && (event.mode === 'plan' || event.mode === 'build') ? event.mode : undefined;
    if (mode) this.#supervisor.enter(session, mode);
  }

  /** What a log that is opened lacks of its children: they ended with the process that wrote it. */
  lost({ events, readOnly }: Pick<SessionLog, 'events' | 'readOnly'>): Promise<readonly KeptEvent[]> {
    if (readOnly) return Promise.resolve([]);
    const { store, path } = this.#options;
    return lostChildren(events, async (child) => {
      const log = await store.read(path, child);
      return log.ok ? log.value.events : undefined;
    });
  }

  /** Before a session closes. */
  async close(session: SessionId): Promise<void> {
    await this.#supervisor.close(session);
    this.#money.delete(session);
    this.#parentKeys.delete(session);
    this.#lines.delete(session);
    this.#dates.delete(session);
  }

  #stop(parent: SessionId, child: SessionId | undefined): Result<null, Problem> {
    return this.#supervisor.stop(parent, child) || child === undefined ? ok(null) : err(ENDED);
  }

  #types(): readonly AgentType[] {
    const { config } = this.#options.now();
    if (!config.sub_agent.enabled) return [];
    return typesFor(new Set(searchBackend(config.search) === undefined ? [] : ['web_search']));
  }

  #keyOf(agent: string): string {
    const key = this.#keys.get(agent) ?? this.#options.ports.ids.hex(16);
    this.#keys.set(agent, key);
    return key;
  }

  async #make({ child, agent, task }: ChildOrder, parent: SessionId): Promise<Result<ChildSession, Problem>> {
    const { live: sessions, now, profile } = this.#options;
    const live = sessions();
    const starter = await live.session(parent);
    if (!starter.ok) return starter;
    this.#parentKeys.set(parent, starter.value.kept.trace.cacheKey ?? parent);
    const type = agentType(agent);
    const ref = type && roleModel(now().config, profile, `sub_agents.${type.name}`).ref;
    const { mode, model } = starter.value;
    const start = { model: ref ?? model, mode, title: task, cacheKey: this.#keyOf(agent), origin: { parent, agent } };
    const session = await live.startChild(child, start);
    if (!session.ok) return session;
    return ok({ session: session.value, close: () => live.close(child) });
  }
}

/** What the tools of a session ask for at every call, and the model it starts with. */
export interface ToolUse {
  readonly mode: Parameters<SessionDeps['tools']>[0];
  readonly kept: Parameters<SessionDeps['tools']>[1];
  readonly model: Parameters<SessionDeps['tools']>[2];
  readonly side: SideWorks;
}

type ChildBase = Omit<SessionDeps, 'log' | 'show'>;

export interface ToolsFor {
  readonly origin: ChildOrigin | undefined;
  readonly side: SideWorks;
  readonly kept: () => Promise<readonly Stamped[]>;
}

const NOBODY = 'Nobody can be asked here, so it was refused. Do without it, or say in your answer that it is needed and why.';

const NO_CONVERSATION: Problem = {
  code: 'bad_request',
  message: 'A child takes no messages of its own.',
  hint: 'Say it to the session that started it.',
  safe: 'Nothing was changed.',
};

const ENDED: Problem = { code: 'bad_request', message: 'That child has ended already.', hint: 'Its answer is in the conversation.' };
