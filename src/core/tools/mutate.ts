import { join } from 'node:path';
import { applyOperations } from './apply-operations.ts';
import { defineTool } from './define-tool.ts';
import type { FileWriter } from './mutate-commit.ts';
import { describeOperation, type MutateInput, mutateInput, operationsOf, pathsOf } from './mutate-input.ts';
import { PLAN_FOLDERS } from './path-policy.ts';
import type { Tool, ToolContext } from './tool.ts';

const description = `Change files: create, write (create or overwrite), replace, delete_file, move. All operations of a call are checked first, in order, each seeing the ones before it; then either all of them are done or none.
replace matches byte for byte; ‹U+000C› stands for that control character, as read shows it. A file must have been read in this session before replace, or its file_hash given. Folders must exist.
Use assert_present and assert_absent to have the result checked before anything is written.`;

export interface MutateOptions {
  readonly timeout: number;
  readonly writer: FileWriter;
}

export function createMutate(options: MutateOptions): Tool {
  return defineTool<MutateInput>({
    name: 'mutate',
    description,
    input: mutateInput,
    parallel: 'serial',
    timeout: options.timeout,
    paths: (input) => operationsOf(input).flatMap((operation) => pathsOf(operation).map((path) => ({ path, access: 'write' }) as const)),
    preview: (input) => operationsOf(input).map(describeOperation).join('\n'),
    run: (input, context) => {
      const tmp = tmpOf(context);
      const made = [...(tmp === undefined ? [] : [tmp]), ...PLAN_FOLDERS.map((folder) => join(context.root, folder))];
      const makesFolders = (path: string) => made.some((folder) => path.startsWith(`${folder}/`));
      return applyOperations(operationsOf(input), context, { writer: options.writer, makesFolders });
    },
  });
}

function tmpOf({ decision }: ToolContext): string | undefined {
  return decision.type === 'refused' ? undefined : decision.type === 'unsafe' ? decision.tmp : decision.policy.tmp;
}
