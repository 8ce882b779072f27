import { type Picture, picturesOf } from '../../shared/attachments.ts';
import type { ContextReport, ContextSource, ContextSourceKind } from '../../shared/context.ts';
import type { Message } from '../../shared/messages.ts';
import { type ActiveSkill, MAX_SKILL_BYTES } from '../../shared/skills.ts';
import { toldText } from '../prompt/attached-text.ts';
import { budgetOf } from '../prompt/budget.ts';
import { skillText, withoutSkills } from '../prompt/skills/skill-blocks.ts';
import type { StaticSource } from '../prompt/static-context.ts';
import { healthOf } from './compaction/health.ts';
import { type Gauge, modelOf } from './gauge.ts';
import type { Memory } from './memory.ts';
import type { RequestBase } from './request-base.ts';

export interface ReportInput {
  readonly base: RequestBase;
  readonly memory: Memory;
  readonly gauge: Gauge;
  /** Paths of files that have changed since they were read. */
  readonly stale: ReadonlySet<string>;
  /** Those that are to be in force. */
  readonly skills: readonly ActiveSkill[];
}

/** What the next request of a session would hold, source by source, in the order it is sent. */
export function contextReport(input: ReportInput): ContextReport {
  const { base, memory, gauge } = input;
  const { window, threshold, limit, reserve } = budgetOf(base.model.info);
  const ratio = gauge.ratio(base);
  const tokens = gauge.tokens(base);
  return {
    model: modelOf(base),
    ...(window === undefined ? {} : { window }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(limit === undefined ? {} : { limit }),
    reserve,
    tokens,
    ratio,
    calibrated: gauge.isCalibrated(base),
    sources: [...fixedSources(input, ratio), ...skillSources(input, ratio), ...conversationSources(input, ratio)],
    generation: memory.generation,
    pinned: memory.messages.filter((message) => memory.isPinned(message)).length,
    health: healthOf(memory.generation, tokens, limit),
    ...(base.guidance ? { orchestration: base.guidance.level } : {}),
  };
}

const WHOLE = { truncated: false, stale: false } as const;

function fixedSources({ base, gauge: { estimator }, stale }: ReportInput, ratio: number): readonly ContextSource[] {
  const { system: whole, guidance, tools, sources = [] } = base;
  const system = guidance ? whole.replace(guidance.text, '') : whole;
  const schemas = tools.schemas;
  const calibrated = (tokens: number): number => Math.round(tokens * ratio);
  return [
    textSource('system', system, calibrated(estimator.system(system))),
    ...(guidance ? [textSource('delegation', guidance.text, calibrated(estimator.text(guidance.text)))] : []),
    {
      kind: 'tools',
      count: schemas.length,
      bytes: bytesOf(JSON.stringify(schemas)),
      tokens: calibrated(estimator.tools(schemas)),
      ...WHOLE,
    },
    ...sources.filter(({ text, path = '' }) => text !== '' || stale.has(path)).map(staticSource),
  ];

  function staticSource({ kind, path, text, truncated = false }: StaticSource): ContextSource {
    const size = { count: text === '' ? 0 : 1, bytes: bytesOf(text), tokens: text === '' ? 0 : calibrated(estimator.text(text)) };
    return { kind, ...(path === undefined ? {} : { path }), ...size, truncated, stale: path !== undefined && stale.has(path) };
  }
}

function textSource(kind: ContextSourceKind, text: string, tokens: number): ContextSource {
  return { kind, count: 1, bytes: bytesOf(text), tokens, ...WHOLE };
}

/** Each text of a skill that was told, and those that the next message will tell. */
function skillSources({ memory, gauge: { estimator }, stale, skills }: ReportInput, ratio: number): readonly ContextSource[] {
  const told = memory.messages.flatMap((message) => (message.role === 'user' ? (message.skills ?? []) : []));
  const texts = told.filter((block) => block.state === 'active');
  const holds = (block: ActiveSkill) => skills.some((skill) => skill.name === block.name && skill.body === block.body);
  const last = (block: ActiveSkill) => texts.findLast(({ name }) => name === block.name) === block;
  const coming = skills.filter((skill) => !texts.some((block) => block.name === skill.name && block.body === skill.body));
  return [...texts, ...coming].map((block) => {
    const inForce = holds(block) && (coming.includes(block) || last(block));
    return {
      kind: 'skill',
      name: block.name,
      path: block.path,
      count: 1,
      bytes: bytesOf(block.body),
      tokens: Math.round(estimator.text(skillText(block)) * ratio),
      truncated: block.bytes > MAX_SKILL_BYTES,
      stale: inForce && stale.has(block.path),
      ...(inForce ? {} : { inactive: true }),
    };
  });
}

const KINDS: Readonly<Record<Message['role'], ContextSourceKind>> = { user: 'user', assistant: 'assistant', tool: 'results' };

function conversationSources({ memory, gauge: { estimator } }: ReportInput, ratio: number): readonly ContextSource[] {
  const totals = new Map<ContextSourceKind, { count: number; bytes: number; tokens: number }>();
  for (const message of memory.messages) {
    const kind = message === memory.summary ? 'summary' : KINDS[message.role];
    const total = totals.get(kind) ?? { count: 0, bytes: 0, tokens: 0 };
    total.count += 1;
    total.bytes += messageBytes(message);
    total.tokens += estimator.message(withoutSkills(message));
    totals.set(kind, total);
  }
  const order = ['summary', 'user', 'assistant', 'results'] as const;
  return order.flatMap((kind) => {
    const total = totals.get(kind);
    return total ? [{ kind, ...total, tokens: Math.round(total.tokens * ratio), ...WHOLE }] : [];
  });
}

function messageBytes(message: Message): number {
  switch (message.role) {
    case 'user':
      return bytesOf(message.notice ?? '') + bytesOf(toldText(message)) + pictureBytes(picturesOf(message.attachments));
    case 'tool':
      return bytesOf(message.text) + pictureBytes(message.pictures);
    case 'assistant':
      return message.blocks.reduce((sum, block) => sum + bytesOf(block.type === 'tool_call' ? block.arguments : block.text), 0);
  }
}

function pictureBytes(pictures: readonly Picture[] = []): number {
  return pictures.reduce((sum, { bytes }) => sum + bytes, 0);
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
