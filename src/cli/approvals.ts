import type { Project } from '../core/engine.ts';
import type { ApprovalRule, AuditEntry } from '../shared/approvals.ts';
import type { CommandInput } from './command.ts';
import { EXIT } from './exit-code.ts';
import { formatTable } from './format.ts';
import { failWith, withProject } from './open-project.ts';
import { oneLine } from './style.ts';

/** Lists what is allowed for good in the project, removes a rule, or prints what was decided. */
export function approvals(input: CommandInput): Promise<number> {
  return withProject(input, {}, (project) => {
    const { remove, log } = input.flags;
    if (remove !== undefined) return removeRule(input, project, remove);
    return log ? printLog(input, project) : printRules(input, project);
  });
}

async function removeRule(input: CommandInput, project: Project, id: string): Promise<number> {
  const removed = await project.approvals.remove(id);
  if (!removed.ok) return failWith(removed.error, input);
  input.screen.print({ to: 'err', text: `Removed. What rule ${id} covered is asked about again.\n` });
  return EXIT.complete;
}

async function printRules(input: CommandInput, project: Project): Promise<number> {
  const rules = await project.approvals.rules();
  if (!rules.ok) return failWith(rules.error, input);
  print(input, rules.value, ruleRow);
  if (rules.value.length === 0) input.screen.print({ to: 'err', text: `Nothing is allowed for good in ${project.path}.\n` });
  return EXIT.complete;
}

async function printLog(input: CommandInput, project: Project): Promise<number> {
  print(input, [...(await project.approvals.log())].reverse(), entryRow);
  return EXIT.complete;
}

function print<T>(input: CommandInput, items: readonly T[], row: (item: T) => string[]): void {
  const text = input.flags.json ? items.map((item) => `${JSON.stringify(item)}\n`).join('') : formatTable(items.map(row));
  input.screen.print({ to: 'out', text });
}

function ruleRow({ id, kind, access, pattern, created }: ApprovalRule): string[] {
  return [id, kind === 'path' ? access : kind, created.slice(0, 10), oneLine(pattern, 100)];
}

function entryRow({ time, agent, decision, source, rule, access, subject }: AuditEntry): string[] {
  const by = [...(agent === undefined ? [] : [`child ${agent},`]), source, ...(rule === undefined ? [] : [rule])].join(' ');
  return [new Date(time).toISOString().slice(0, 16).replace('T', ' '), decision, by, access, oneLine(subject, 100)];
}
