import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Problem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { mapLimited } from '../../lib/map-limited.ts';
import type { Processes } from '../../lib/ports.ts';
import { type Arena, createArena } from './arena.ts';
import type { EscapeCase } from './case.ts';
import { ESCAPE_CASES } from './cases/index.ts';
import { createHostTargets, type HostTargets } from './host-targets.ts';
import { PRELUDE } from './prelude.ts';

export interface EscapeResult {
  readonly id: string;
  readonly area: string;
  /** What must hold. */
  readonly title: string;
  readonly result: 'held' | 'broken' | 'not-applicable';
  /** What went wrong, or why it could not be tried. */
  readonly detail?: string;
}

export interface SuiteOptions {
  readonly processes: Processes;
  readonly cases?: readonly EscapeCase[];
  /** Stands between the arena and the attempts, so that a test can weaken the sandbox and see the cases break. */
  readonly weaken?: (arena: Arena) => Arena;
}

const BATCH = 30;
const PARALLEL = 3;
const DEADLINE = 60_000;

interface Batch {
  readonly arena: EscapeCase['arena'];
  readonly cases: readonly EscapeCase[];
}

interface Suite extends SuiteOptions {
  readonly targets: HostTargets;
}

/**
 * Tries to get out of real sandboxes over real repositories, in batches. When anything of a batch went wrong, each of its cases is
 * tried again on its own, so that the blame falls on the right one. Fails as a whole when there is no sandbox.
 */
export async function runEscapeSuite(options: SuiteOptions): Promise<Result<readonly EscapeResult[], Problem>> {
  const { cases = ESCAPE_CASES, processes } = options;
  const targets = await createHostTargets(processes, `steiner-mark-${randomBytes(6).toString('hex')}`);
  const suite = { ...options, targets };
  try {
    const problem = await missingSandbox(suite);
    if (problem) return err(problem);
    const results = await mapLimited(batchesOf(cases), PARALLEL, (batch) => tryBatch(suite, batch));
    const byId = new Map(results.flat().map((result) => [result.id, result]));
    return ok(cases.flatMap(({ id }) => byId.get(id) ?? []));
  } finally {
    await targets.close();
  }
}

async function missingSandbox({ processes, targets, weaken = same }: Suite): Promise<Problem | undefined> {
  const arena = weaken(await createArena({ name: 'plain', targets, processes }));
  const { state, problem } = await arena.sandbox.ready();
  await arena.close();
  if (state === 'active') return undefined;
  return problem ?? { code: 'sandbox_unavailable', message: 'There is no sandbox to test.', hint: 'Turn it on and try again.' };
}

function same(arena: Arena): Arena {
  return arena;
}

function batchesOf(cases: readonly EscapeCase[]): readonly Batch[] {
  const batches: { arena: EscapeCase['arena']; cases: EscapeCase[] }[] = [];
  for (const one of cases) {
    const open = one.alone
      ? undefined
      : batches.find(({ arena, cases: [first, ...rest] }) => arena === one.arena && !first?.alone && rest.length < BATCH - 1);
    if (open) open.cases.push(one);
    else batches.push({ arena: one.arena, cases: [one] });
  }
  return batches;
}

async function tryBatch(suite: Suite, batch: Batch): Promise<readonly EscapeResult[]> {
  const { outputs, changes } = await runBatch(suite, batch);
  const results = batch.cases.map((one) => judge(one, outputs.get(one.id), suite.targets.canary));
  if (changes.length === 0 && results.every(({ result }) => result !== 'broken')) return results;
  if (batch.cases.length === 1) return changes.length === 0 ? results : results.map((result) => broken(result, changes.join(', ')));
  const alone = (await mapLimited(batch.cases, 1, (one) => tryBatch(suite, { ...batch, cases: [one] }))).flat();
  const explained = changes.length === 0 || alone.some(({ result }) => result === 'broken');
  return explained ? alone : alone.map((result) => broken(result, `together with others: ${changes.join(', ')}`));
}

function broken(result: EscapeResult, detail: string): EscapeResult {
  return { ...result, result: 'broken', detail };
}

interface BatchOutcome {
  readonly outputs: ReadonlyMap<string, string>;
  readonly changes: readonly string[];
}

async function runBatch({ targets, processes, weaken = same }: Suite, { arena: name, cases }: Batch): Promise<BatchOutcome> {
  const arena = weaken(await createArena({ name, targets, processes }));
  const session = `escape-${randomBytes(4).toString('hex')}`;
  try {
    const decision = await arena.decide(session);
    if (decision.type !== 'sandboxed') throw new Error('the sandbox went away while its suite ran');
    const seam = randomBytes(8).toString('hex');
    const variables = await arena.variables(decision);
    const outputs = new Map<string, string>();
    for (const probes of [cases, cases.flatMap(({ then, ...one }) => (then === undefined ? [] : [{ ...one, run: then }]))]) {
      const output = probes.length === 0 ? '' : await runScript(arena, session, scriptOf(probes, seam, variables));
      for (const [id, part] of split(output, seam)) outputs.set(id, (outputs.get(id) ?? '') + part);
    }
    await arena.sandbox.release(session);
    return { outputs, changes: await arena.inspect() };
  } finally {
    await processes.killOwner(session);
    await arena.sandbox.release(session);
    await arena.close();
  }
}

/** As a call does: it decides anew, and puts right afterwards. */
async function runScript({ sandbox, root, decide }: Arena, session: string, script: string): Promise<string> {
  const decision = await decide(session);
  const place = { cwd: root, owner: session, label: 'escape' };
  sandbox.prepare(decision, place);
  const child = await sandbox.start(decision, { ...place, text: script });
  const deadline = setTimeout(() => child.kill(), DEADLINE);
  const [output] = await Promise.all([text(child.stdout), text(child.stderr), child.exited]);
  clearTimeout(deadline);
  sandbox.settle(decision);
  return output;
}

/** Each attempt in a subshell of its own, its output between two seams. */
function scriptOf(cases: readonly EscapeCase[], seam: string, variables: Readonly<Record<string, string>>): string {
  const settings = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
  const attempts = cases.map(
    ({ id, run }) => `echo; echo '${seam} begin ${id}'\n(\n${run}\n) 2>&1 < /dev/null\necho; echo '${seam} end ${id}'`,
  );
  return [...settings, PRELUDE, ...attempts].join('\n');
}

function split(output: string, seam: string): ReadonlyMap<string, string> {
  const parts = output.split(`${seam} begin `).slice(1);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf(`\n${seam} end `);
      const line = part.indexOf('\n');
      return [part.slice(0, line), part.slice(line + 1, end < 0 ? undefined : end)];
    }),
  );
}

function judge({ id, area, title, shows }: EscapeCase, output: string | undefined, canary: string): EscapeResult {
  const named = { id, area, title };
  if (output === undefined) return { ...named, result: 'broken', detail: 'it was not reached: an attempt before it ended everything' };
  if (output.includes(canary)) return { ...named, result: 'broken', detail: 'it read what it must not' };
  if (shows.test(output)) return { ...named, result: 'held' };
  const reason = /^n\/a: (.*)$/m.exec(output)?.[1];
  if (reason !== undefined) return { ...named, result: 'not-applicable', detail: reason };
  return { ...named, result: 'broken', detail: `it did not show that it was refused: ${output.trim().slice(-300) || 'no output'}` };
}
