import { cpus } from 'node:os';

/** A target says whether a figure meets it. It never decides how the bench ends: a clock is no test. */
export interface Target {
  readonly text: (unit: string) => string;
  readonly met: (value: number | string) => boolean;
}

export interface Row {
  readonly figure: string;
  readonly unit: string;
  readonly ours: number | string;
  readonly bare: number | string;
  readonly target?: Target;
}

export function atMost(limit: number): Target {
  return { text: (unit) => `≤ ${show(limit, unit)}`, met: (value) => typeof value === 'number' && value <= limit };
}

export function isTrue(holds: boolean): Target {
  return { text: () => 'yes', met: () => holds };
}

const HEAD = ['figure', 'steiner', 'bare loop', 'target', ''];

export function textTable(rows: readonly Row[]): string {
  const table = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function markdownPage(rows: readonly Row[]): string {
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  const [processor] = cpus();
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench -- --write`. Steiner on the command line and a bare loop (one kept connection, the same bubblewrap line,',
    '`bench/bare-loop.ts`) take turns against the same scripted model server, which runs in a process of its own.',
    '',
    `Machine: ${cpus().length} × ${processor?.model ?? 'unknown processor'}, Node ${process.versions.node}, ${process.platform}.`,
    '',
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...rows.map((row) => line(cells(row))),
    '',
  ].join('\n');
}

function cells({ figure, unit, ours, bare, target }: Row): string[] {
  const verdict = target === undefined ? '' : target.met(ours) ? 'met' : 'missed';
  return [figure, show(ours, unit), show(bare, unit), target?.text(unit) ?? '', verdict];
}

function show(value: number | string, unit: string): string {
  if (typeof value === 'string') return value;
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
}
