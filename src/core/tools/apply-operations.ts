import { describeChanges } from './file-changes.ts';
import { type CommitFailure, commit, type FileWriter } from './mutate-commit.ts';
import { describeOperation, type PlanOperation } from './mutate-input.ts';
import { MutatePlan, type PlannedFile, type PlanOptions } from './mutate-plan.ts';
import { failure, success } from './outcome.ts';
import { addedControls } from './shown-text.ts';
import type { ToolContext, ToolOutcome } from './tool.ts';

export interface ApplyOptions extends Pick<PlanOptions, 'makesFolders'> {
  readonly writer: FileWriter;
}

/** Does all operations or none, each seeing the ones before it, and describes the changes to model and person. */
export async function applyOperations(
  operations: readonly PlanOperation[],
  context: ToolContext,
  { writer, makesFolders }: ApplyOptions,
): Promise<ToolOutcome> {
  const { resolve, display, observed } = context;
  const plan = new MutatePlan({ resolve, display, observed: (path) => observed.has(path), makesFolders });
  await plan.load(operations);
  const faults: (string | undefined)[] = [];
  for (const operation of operations) faults.push(await plan.apply(operation));
  if (faults.some((fault) => fault !== undefined)) return describeRefusal(operations, faults);
  context.signal.throwIfAborted();
  const files = plan.changes();
  const failed = await commit(files, writer);
  if (failed) return describeCommitFailure(failed, display);
  for (const { path, after } of files) if (after) observed.mark(path, after.hash);
  return success(describeSuccess(operations.length, files, plan, display), {
    kind: 'mutate',
    changes: [...describeChanges(files, display)],
  });
}

function describeSuccess(count: number, files: readonly PlannedFile[], plan: MutatePlan, display: ToolContext['display']): string {
  const moved = new Set(files.flatMap((file) => file.movedFrom ?? []));
  const lines = files.flatMap((file) => {
    const path = display(file.path);
    if (!file.after) return moved.has(file.path) ? [] : [`deleted ${path}`];
    const verb =
      file.movedFrom === undefined ? (file.before.type === 'file' ? 'modified' : 'created') : `moved ${display(file.movedFrom)} to`;
    return [`${verb} ${path} (file_hash ${file.after.hash})`];
  });
  const replaced = plan.replaced.map(({ path, count: matches }) => `replaced ${matches} matches in ${display(path)}`);
  const changes = files.length === 0 ? ['no file differs from before'] : lines;
  return [`operations_applied ${count}`, ...changes, ...replaced, ...describeControls(files)].join('\n');
}

/** A mark in what a model writes becomes a character that it may not have meant. */
function describeControls(files: readonly PlannedFile[]): readonly string[] {
  const before = files.flatMap((file) => (file.before.type === 'file' ? (file.before.image.text ?? []) : []));
  const added = addedControls(
    before,
    files.flatMap((file) => file.after?.text ?? []),
  );
  const [first] = added;
  if (first === undefined) return [];
  return [`control characters written: ${added.join(' ')}. For the letters themselves write ${first.replace('‹', '‹U+2039›')}`];
}

function describeRefusal(operations: readonly PlanOperation[], faults: readonly (string | undefined)[]): ToolOutcome {
  const failed = faults.filter((fault) => fault !== undefined).length;
  const lines = operations.map(
    (operation, index) => `${index + 1}. ${describeOperation(operation)}: ${faults[index] ?? 'could be done; rolled back'}`,
  );
  const text = [`Nothing was changed: ${failed} of ${operations.length} operations failed.`, ...lines].join('\n');
  return failure('tool_failed', text);
}

function describeCommitFailure({ path, errno, inconsistent }: CommitFailure, display: ToolContext['display']): ToolOutcome {
  const start = `${display(path)} could not be written (${errno}).`;
  if (inconsistent.length === 0) return failure('tool_failed', `${start} Nothing was changed: what had been written was put back.`);
  return failure('tool_failed', `${start} These files could not be put back as they were: ${inconsistent.map(display).join(', ')}.`);
}
