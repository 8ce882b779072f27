import { resolve } from 'node:path';
import type { UsageReport, UsageRow, UsageTotal } from '../shared/usage-report.ts';
import type { CommandInput } from './command.ts';
import { EXIT } from './exit-code.ts';
import { forecastOf } from './forecast.ts';
import { formatCount, formatMoney, formatTable, formatUsage } from './format.ts';
import { quotaText } from './quota-text.ts';

export async function usage({ runtime, flags, screen, terminal }: CommandInput): Promise<number> {
  const { engine } = await runtime();
  const report = await engine.usage();
  const asked = await engine.quota(resolve(terminal.cwd, flags.cwd ?? '.'), { refresh: flags.refresh ?? false });
  const quota = asked.ok ? asked.value : undefined;
  const now = Date.now();
  const known = quota && { ...quota, forecast: forecastOf(quota, now) };
  screen.print({ to: 'out', text: flags.json ? `${JSON.stringify({ ...report, ...known })}\n` : reportText(report) });
  if (!flags.json && quota) screen.print({ to: 'out', text: quotaText(quota, now) });
  if (!asked.ok) {
    const { message, hint } = asked.error;
    screen.print({ to: 'err', text: `Limits of accounts and budgets are not shown. ${message}\n${hint}\n` });
  }
  if (report.unreadable > 0) {
    screen.print({
      to: 'err',
      text: `${formatCount(report.unreadable, 'record')} could not be read, and ${report.unreadable === 1 ? 'is' : 'are'} in no sum.\n`,
    });
  }
  if (report.total.requests === 0) screen.print({ to: 'err', text: 'No model requests are recorded yet.\n' });
  return EXIT.complete;
}

function reportText({ total, days, models, projects, sources }: UsageReport): string {
  if (total.requests === 0) return '';
  const groups = [section('By day', days), section('By model', models), section('By project', projects)];
  const asked = sources.length > 1 ? [section('By source', sources)] : [];
  return [...groups, ...asked, formatTable([row({ key: 'Total', ...total })])].join('\n');
}

function section(title: string, rows: readonly UsageRow[]): string {
  return `${title}\n${formatTable(rows.map((one) => row({ ...one, key: `  ${one.key}` })))}`;
}

function row({ key, requests, usage: tokens, ...price }: UsageRow): string[] {
  return [key, formatCount(requests, 'request'), priceText(requests, price), formatUsage(tokens)];
}

function priceText(requests: number, { cost, unpriced }: Pick<UsageTotal, 'cost' | 'unpriced'>): string {
  if (unpriced === requests) return 'price unknown';
  return unpriced === 0 ? formatMoney(cost) : `${formatMoney(cost)} and ${unpriced} unpriced`;
}
