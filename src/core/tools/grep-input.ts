import { z } from 'zod';
import { FILE_TYPE_NAMES } from './file-types.ts';

export const DEFAULT_RESULTS = 100;
/** Of a pattern, characters. */
export const MAX_PATTERN = 10_000;
const MAX_RESULTS = 500;
const MAX_CONTEXT = 100;

const contextLines = z.int().min(0).max(MAX_CONTEXT).optional();

export const grepInput = z.strictObject({
  pattern: z.string().min(1).max(MAX_PATTERN).describe('Regular expression (no look-around, no back-references)'),
  path: z.string().min(1).optional().describe('Folder or file; default the project'),
  glob: z
    .string()
    .min(1)
    .max(MAX_PATTERN)
    .optional()
    .describe('Only files whose path below the searched folder matches, such as *.ts or src/**'),
  type: z.enum(FILE_TYPE_NAMES).optional().describe('Only files of this language'),
  output_mode: z.enum(['content', 'files_with_matches', 'count']).optional().describe('Default content'),
  case_insensitive: z.boolean().optional(),
  line_numbers: z.boolean().optional().describe('Default true'),
  after_context: contextLines.describe('Lines after each match'),
  before_context: contextLines.describe('Lines before each match'),
  context: contextLines.describe('Lines before and after each match'),
  multiline: z.boolean().optional().describe('Matches may span lines, and the dot matches a line end'),
  head_limit: z.int().min(1).max(MAX_RESULTS).optional().describe(`Results to return; default ${DEFAULT_RESULTS}, at most ${MAX_RESULTS}`),
  offset: z.int().min(0).optional().describe('Results to skip; default 0'),
});
export type GrepInput = z.infer<typeof grepInput>;
