import { z } from 'zod';
import type { Result } from '../../shared/result.ts';
import { visiblePath } from '../../shared/visible-text.ts';

const TYPES = ['create', 'write', 'replace', 'delete_file', 'move'] as const;
type OperationType = (typeof TYPES)[number];

/** Which fields belong to which type; those before the bar are required. */
const FIELDS: Readonly<Record<OperationType, { readonly required: readonly string[]; readonly optional: readonly string[] }>> = {
  create: { required: ['path', 'content'], optional: ['assert_present', 'assert_absent'] },
  write: { required: ['path', 'content'], optional: ['file_hash', 'assert_present', 'assert_absent'] },
  replace: { required: ['path', 'old_string', 'new_string'], optional: ['replace_all', 'file_hash', 'assert_present', 'assert_absent'] },
  delete_file: { required: ['path'], optional: ['file_hash'] },
  move: { required: ['from', 'to'], optional: ['file_hash', 'assert_present', 'assert_absent'] },
};

const path = z.string().min(1);
const assertion = z.array(z.string().min(1)).optional();

const operation = z
  .strictObject({
    type: z.enum(TYPES),
    path: path.optional().describe('create, write, replace, delete_file'),
    content: z.string().optional().describe('create, write: the whole new text; may be empty'),
    old_string: z.string().optional().describe('replace: text to find, byte for byte; must occur once unless replace_all'),
    new_string: z.string().optional().describe('replace: text to put there'),
    replace_all: z.boolean().optional().describe('replace: every occurrence; default false'),
    from: path.optional().describe('move'),
    to: path.optional().describe('move: must not exist'),
    file_hash: z
      .string()
      .regex(/^[0-9a-f]{8}$/, 'must be the 8 hex digits that read or grep gave')
      .optional()
      .describe('The change is refused when the file on disk has another hash'),
    assert_present: assertion.describe('Texts the file must hold afterwards'),
    assert_absent: assertion.describe('Texts the file must not hold afterwards'),
  })
  .superRefine((value, context) => {
    for (const message of fieldFaults(value)) context.addIssue({ code: 'custom', message });
  });

export const mutateInput = z.strictObject({ operations: z.array(operation).min(1) });
export type MutateInput = z.infer<typeof mutateInput>;

interface Asserted {
  readonly assert_present?: readonly string[] | undefined;
  readonly assert_absent?: readonly string[] | undefined;
}

/** An operation whose fields fit its type. */
export type Operation =
  | ({
      readonly type: 'create' | 'write';
      readonly path: string;
      readonly content: string;
      readonly file_hash?: string | undefined;
    } & Asserted)
  | ({
      readonly type: 'replace';
      readonly path: string;
      readonly old_string: string;
      readonly new_string: string;
      readonly replace_all?: boolean | undefined;
      readonly file_hash?: string | undefined;
    } & Asserted)
  | { readonly type: 'delete_file'; readonly path: string; readonly file_hash?: string | undefined }
  | ({ readonly type: 'move'; readonly from: string; readonly to: string; readonly file_hash?: string | undefined } & Asserted);

/** For tools that compute a file's new text from the present one, or say why they cannot. */
export interface EditOperation {
  readonly type: 'edit';
  readonly path: string;
  readonly edit: (text: string) => Result<string, string>;
}

export type PlanOperation = Operation | EditOperation;

/** The schema has checked that each operation has what its type needs. */
export function operationsOf(input: MutateInput): readonly Operation[] {
  return input.operations as readonly Operation[];
}

/** The paths an operation touches. */
export function pathsOf(operation: PlanOperation): readonly string[] {
  return operation.type === 'move' ? [operation.from, operation.to] : [operation.path];
}

export function describeOperation(operation: PlanOperation): string {
  if (operation.type === 'move') return `move ${visiblePath(operation.from)} to ${visiblePath(operation.to)}`;
  return `${operation.type} ${visiblePath(operation.path)}`;
}

function fieldFaults(value: z.infer<typeof operation> | Readonly<Record<string, unknown>>): readonly string[] {
  const { type, ...fields } = value as Readonly<Record<string, unknown>> & { readonly type: OperationType };
  const { required, optional } = FIELDS[type];
  const set = Object.keys(fields).filter((name) => fields[name] !== undefined);
  const missing = required.filter((name) => !set.includes(name));
  const extra = set.filter((name) => !required.includes(name) && !optional.includes(name));
  const allowed = `${type} takes ${required.join(', ')} and optionally ${optional.join(', ')}`;
  return [...missing.map((name) => `${name} is required; ${allowed}`), ...extra.map((name) => `${name} does not belong here; ${allowed}`)];
}
