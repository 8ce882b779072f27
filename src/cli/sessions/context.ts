import type { ContextReport, ContextSource, ContextSourceKind } from '../../shared/context.ts';
import { ok } from '../../shared/result.ts';
import { formatCount, formatTable } from '../format.ts';
import { harmless } from '../style.ts';
import { type Action, told, withSession } from './action.ts';

/** What the next request of a session would hold, source by source; with `--json` one object. */
export const sessionContext: Action = (action) =>
  withSession(action, async ({ id }) => {
    const report = await action.project.contextOf(id);
    return report.ok ? ok(told(reportText(report.value), report.value)) : report;
  });

function reportText(report: ContextReport): string {
  const { tokens, window, threshold, calibrated, generation, pinned, health } = report;
  const share = window === undefined ? ' of an unknown context' : ` of ${exact(window)}, ${Math.round((100 * tokens) / window)} %`;
  const lines = [
    `${exact(tokens)} tokens${share} (${calibrated ? 'counted with what the provider reported' : 'an estimate'})`,
    threshold === undefined ? 'Nothing is compacted by itself.' : `From ${exact(threshold)} tokens on older messages become a summary.`,
    `${formatCount(generation, 'compaction')}, ${formatCount(pinned, 'pinned message')}: ${health.label}, ${health.advice}`,
  ];
  return `${formatTable(report.sources.map(row))}\n${lines.join('\n')}\n`;
}

const NAMES: Readonly<Record<ContextSourceKind, string>> = {
  system: 'system prompt',
  delegation: 'delegation',
  tools: 'tools',
  user_instructions: 'your instructions',
  project_instructions: "project's instructions",
  project_context: 'project file',
  session: 'session',
  skill: 'skill',
  summary: 'summary',
  user: 'your messages',
  assistant: 'answers and calls',
  results: 'results of calls',
};

function row(source: ContextSource): string[] {
  const { kind, name, path, count, bytes, tokens } = source;
  const what = [NAMES[kind], ...(name === undefined ? [] : [name])].join(' ');
  const many = count > 1 ? `${what} (${count})` : what;
  return [many, `${exact(bytes)} B`, `${exact(tokens)} tokens`, marks(source), path === undefined ? '' : harmless(path)];
}

function marks({ count, truncated, stale, inactive }: ContextSource): string {
  const changed = count === 0 ? 'new, not sent' : 'changed since';
  const said = [truncated ? 'cut' : '', stale ? changed : '', inactive ? 'inactive' : ''];
  return said.filter((word) => word !== '').join(', ');
}

function exact(value: number): string {
  return value.toLocaleString('en');
}
