import { z } from 'zod';
import { applyOperations } from '../apply-operations.ts';
import { defineTool } from '../define-tool.ts';
import type { FileWriter } from '../mutate-commit.ts';
import { describeOperation, type PlanOperation, pathsOf } from '../mutate-input.ts';
import { failure } from '../outcome.ts';
import type { Tool } from '../tool.ts';
import { applyHunks } from './apply-hunks.ts';
import { parsePatch, type Section } from './patch-parse.ts';

const input = z.strictObject({ input: z.string().min(1).describe('The whole patch, from *** Begin Patch to *** End Patch') });
type PatchInput = z.infer<typeof input>;

const description = `Change files with a patch; all of it is applied or nothing.
*** Begin Patch
*** Add File: path (lines begin with +)
*** Delete File: path
*** Update File: path
*** Move to: new path (optional)
@@ a line above the change, such as a class or function header (optional, several narrow it down)
 kept line
-removed line
+added line
*** End of File (optional)
*** End Patch
Give three lines of context around each change; hunks stand in the order of the file.`;

export interface ApplyPatchOptions {
  readonly timeout: number;
  readonly writer: FileWriter;
}

export function createApplyPatch(options: ApplyPatchOptions): Tool {
  return defineTool<PatchInput>({
    name: 'apply_patch',
    description,
    input,
    parallel: 'serial',
    timeout: options.timeout,
    paths: ({ input: patch }) =>
      operationsIn(patch).flatMap((operation) => pathsOf(operation).map((path) => ({ path, access: 'write' }) as const)),
    preview: ({ input: patch }) => operationsIn(patch).map(describeOperation).join('\n'),
    run: async ({ input: patch }, context) => {
      const sections = parsePatch(patch);
      if (!sections.ok) return failure('invalid_input', `${sections.error}. Nothing was changed.`);
      return applyOperations(sections.value.flatMap(toOperations), context, { writer: options.writer, makesFolders: () => true });
    },
  });
}

/** None when the patch is wrong, which the call then says. */
function operationsIn(patch: string): readonly PlanOperation[] {
  const sections = parsePatch(patch);
  return sections.ok ? sections.value.flatMap(toOperations) : [];
}

function toOperations(section: Section): readonly PlanOperation[] {
  switch (section.type) {
    case 'add':
      return [{ type: 'create', path: section.path, content: section.content }];
    case 'delete':
      return [{ type: 'delete_file', path: section.path }];
    case 'update': {
      const { path, moveTo, hunks } = section;
      const edit: PlanOperation = { type: 'edit', path, edit: (text) => applyHunks(text, hunks) };
      return [...(hunks.length === 0 ? [] : [edit]), ...(moveTo === undefined ? [] : [{ type: 'move', from: path, to: moveTo } as const])];
    }
  }
}
