import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { type ApprovalRule, approvalRuleSchema, type RuleDraft } from '../../shared/approvals.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { SerialQueue } from '../../shared/serial-queue.ts';
import { writeAtomic } from '../lib/atomic-file.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Clock, Ids } from '../lib/ports.ts';
import { lockedOr } from '../lib/with-lock.ts';
import { ruleFault } from './rule-fault.ts';

const HEAD =
  '# What was allowed for good, by project. Steiner writes this file; removing a rule here or in the settings ends it at once.\n';
const fileSchema = z.strictObject({ projects: z.record(z.string(), z.array(approvalRuleSchema)).default({}) });
type RuleTable = z.infer<typeof fileSchema>;

/** The rules of all projects in one file of the person's own, read afresh each time so that a change holds everywhere at once. */
export interface RuleFile {
  /** A file that cannot be understood is a problem and no rule applies. */
  list(project: string): Promise<Result<readonly ApprovalRule[], Problem>>;
  /** A rule that is there already is given back. */
  add(project: string, draft: RuleDraft): Promise<Result<ApprovalRule, Problem>>;
  remove(project: string, id: string): Promise<Result<null, Problem>>;
}

export interface RuleFileOptions {
  /** The person's configuration folder. */
  readonly folder: string;
  readonly home: string;
  readonly clock: Clock;
  readonly ids: Ids;
}

export function createRuleFile({ folder, home, clock, ids }: RuleFileOptions): RuleFile {
  const file = join(folder, 'approvals.yaml');
  const queue = new SerialQueue();

  function alone<T>(step: () => Promise<Result<T, Problem>>): Promise<Result<T, Problem>> {
    return lockedOr({ path: `${file}.lock`, clock, ids }, step, ({ reason }) => err(unsaved(file, reason)));
  }

  async function change<T>(project: string, edit: (rules: ApprovalRule[]) => Result<T, Problem>): Promise<Result<T, Problem>> {
    const table = await readTable(file, home);
    if (!table.ok) return table;
    const rules = [...(table.value.projects[project] ?? [])];
    const edited = edit(rules);
    if (!edited.ok) return edited;
    const projects = { ...table.value.projects, [project]: rules };
    if (rules.length === 0) delete projects[project];
    const failure = await writeTable(file, { projects });
    return failure ? err(failure) : edited;
  }

  return {
    list: async (project) => {
      const table = await readTable(file, home);
      return table.ok ? ok(table.value.projects[project] ?? []) : table;
    },
    add: (project, draft) =>
      queue.run(() =>
        alone(() =>
          change(project, (rules) => {
            const known = rules.find((rule) => rule.kind === draft.kind && rule.access === draft.access && rule.pattern === draft.pattern);
            const rule = known ?? { id: `r${ids.hex(4)}`, ...draft, created: new Date(clock.now()).toISOString() };
            if (!known) rules.push(rule);
            return ok(rule);
          }),
        ),
      ),
    remove: (project, id) =>
      queue.run(() =>
        alone(() =>
          change(project, (rules) => {
            const at = rules.findIndex((rule) => rule.id === id);
            if (at === -1) return err(noRule(id));
            rules.splice(at, 1);
            return ok(null);
          }),
        ),
      ),
  };
}

async function readTable(file: string, home: string): Promise<Result<RuleTable, Problem>> {
  try {
    const parsed = fileSchema.safeParse(parse(await readFile(file, 'utf8')) ?? {});
    if (!parsed.success) return err(invalid(file, z.prettifyError(parsed.error)));
    const faults = Object.values(parsed.data.projects)
      .flat()
      .flatMap((rule) => ruleFault(rule, home) ?? []);
    return faults[0] === undefined ? ok(parsed.data) : err(invalid(file, faults[0]));
  } catch (failure) {
    if (errnoOf(failure) === 'ENOENT') return ok({ projects: {} });
    return err(invalid(file, failure instanceof Error ? failure.message : String(failure)));
  }
}

async function writeTable(file: string, table: RuleTable): Promise<Problem | undefined> {
  try {
    await writeAtomic(file, HEAD + stringify(table));
    return undefined;
  } catch (failure) {
    return unsaved(file, errnoOf(failure) ?? 'an unexpected failure');
  }
}

function unsaved(file: string, reason: string): Problem {
  return {
    code: 'state_unwritable',
    message: `The approval rules in ${file} could not be saved: ${reason}.`,
    hint: 'Check the disk and the permissions of that file, then try again.',
    safe: 'The rules are as they were.',
  };
}

function invalid(file: string, detail: string): Problem {
  return {
    code: 'config_invalid',
    message: `The approval rules in ${file} cannot be understood, so none of them applies.`,
    hint: 'Repair the file, or move it away to start without rules.',
    safe: 'The file is not changed. Everything is asked about.',
    detail,
  };
}

function noRule(id: string): Problem {
  return { code: 'bad_request', message: `There is no approval rule "${id}" in this project.`, hint: 'List them with: steiner approvals' };
}
