import type { FileChange } from '../../shared/tool-detail.ts';
import type { CallSketch } from './story.ts';

/** What the agent of the scenes does and says: changed files, calls, and an answer with everything that Markdown has. */

export const OVERLAP: FileChange = {
  path: 'src/berths/overlap.ts',
  change: 'modified',
  added: 6,
  removed: 3,
  patch: `@@ -12,11 +12,14 @@ import type { Berth, Booking } from './types.ts';
 
 /** Whether two bookings want the same berth at the same time. */
 export function overlaps(a: Booking, b: Booking): boolean {
-  if (a.berth !== b.berth) return false;
-  const sameMonth = a.from.getMonth() === b.from.getMonth();
-  return sameMonth && a.from < b.to && b.from < a.to;
+  if (a.berth !== b.berth) {
+    return false;
+  }
+  // Half-open: a booking that ends when the next one begins leaves the berth free.
+  return a.from < b.to && b.from < a.to;
 }
 
+
 export function firstConflict(bookings: readonly Booking[]): Booking | undefined {
   const sorted = [...bookings].sort((a, b) => a.from.getTime() - b.from.getTime());
   return sorted.find((booking, index) => index > 0 && overlaps(sorted[index - 1], booking));
`,
};

export const SPEC: FileChange = {
  path: 'test/berths/overlap.test.ts',
  change: 'created',
  added: 9,
  removed: 0,
  patch: `@@ -0,0 +1,9 @@
+import { expect, test } from 'vitest';
+import { overlaps } from '../../src/berths/overlap.ts';
+
+test('bookings across the end of a month overlap', () => {
+  const a = { berth: 4, from: new Date('2026-10-30'), to: new Date('2026-11-02') };
+  const b = { berth: 4, from: new Date('2026-11-01'), to: new Date('2026-11-03') };
+
+  expect(overlaps(a, b)).toBe(true);
+});
`,
};

export const READ: CallSketch = {
  id: 'c1',
  name: 'read',
  input: { path: 'src/berths/overlap.ts' },
  detail: { kind: 'read', path: 'src/berths/overlap.ts', startLine: 1, endLine: 48, totalLines: 48 },
  text: "import type { Berth, Booking } from './types.ts';\n…",
};
export const GREP: CallSketch = {
  id: 'c2',
  name: 'grep',
  input: { pattern: 'overlaps\\(' },
  detail: { kind: 'grep', pattern: 'overlaps\\(', path: '.', matches: 14, files: 5, more: false },
  text: 'src/berths/overlap.ts:15\nsrc/planner/plan.ts:88',
};
export const LS: CallSketch = {
  id: 'c3',
  name: 'ls',
  input: { path: 'test/berths' },
  detail: { kind: 'list', path: 'test/berths', entries: 12, more: false },
  text: 'allocate.test.ts\nfree.test.ts',
};
export const FAILING: CallSketch = {
  id: 'c4',
  name: 'bash',
  input: { command: 'npx vitest run test/planner --reporter=dot' },
  ms: 4_820,
  detail: {
    kind: 'bash',
    command: 'npx vitest run test/planner --reporter=dot',
    exitCode: 1,
    output:
      ' RUN  v4.1.12 /home/ana/src/harbour\n\n ···x··\n\n FAIL  test/planner/plan.test.ts > a booking that crosses the end of a month keeps its berth\nAssertionError: expected [ 4, 4 ] to equal [ 4, 5 ]\n  ❯ test/planner/plan.test.ts:41:22\n\n Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 5 passed (6)\n   Duration  1.21s\n',
    truncated: false,
    sandboxed: true,
  },
};
export const EDIT: CallSketch = {
  id: 'c5',
  name: 'mutate',
  input: { operations: [{ type: 'replace', path: 'src/berths/overlap.ts' }] },
  detail: { kind: 'mutate', changes: [OVERLAP] },
};
export const CREATE: CallSketch = {
  id: 'c6',
  name: 'mutate',
  input: { operations: [{ type: 'create', path: 'test/berths/overlap.test.ts' }] },
  detail: { kind: 'mutate', changes: [SPEC] },
};
export const PASSING: CallSketch = {
  id: 'c7',
  name: 'bash',
  input: { command: 'npx vitest run' },
  ms: 6_240,
  detail: {
    kind: 'bash',
    command: 'npx vitest run',
    exitCode: 0,
    output: ' Test Files  4 passed (4)\n      Tests  7 passed (7)\n',
    truncated: false,
    sandboxed: true,
  },
};
export const OUTSIDE: CallSketch = {
  id: 'c8',
  name: 'mutate',
  input: { operations: [{ type: 'create', path: '/home/ana/.config/harbour/local.toml', content: 'a' }] },
};

export const RUNNING: CallSketch = { id: 'c9', name: 'bash', input: { command: 'npm run build' } };
export const FETCHING: CallSketch = {
  id: 'c11',
  name: 'bash',
  input: { command: 'npm ci --prefer-offline' },
  ms: 9_310,
  detail: {
    kind: 'bash',
    command: 'npm ci --prefer-offline',
    exitCode: 0,
    output: 'added 214 packages in 9s\n',
    truncated: false,
    sandboxed: true,
    refusedHosts: ['telemetry.example.org'],
  },
};

export const ANSWER = `The test was right and the code was wrong.

\`overlaps\` compared the **months** of two bookings before it compared their times, so a booking from 30 October to 2 November never met one from 1 November. I removed the month check; the half-open comparison below it already covers every case:

\`\`\`ts
return a.from < b.to && b.from < a.to;
\`\`\`

What I checked:

1. \`test/planner\` fails before the change and passes after it.
2. All 7 tests pass, the new one included.
3. \`firstConflict\` sorts by start, so it needs no change.

| file | change |
| --- | --- |
| \`src/berths/overlap.ts\` | month check removed |
| \`test/berths/overlap.test.ts\` | new test across the end of a month |

The rule comes from the [harbour handbook](https://example.org/handbook#berths). <b>HTML</b> in an answer stays text.
`;
