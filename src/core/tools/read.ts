import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { hashBytes } from './file-hash.ts';
import { describeOpenFailure } from './missing-file.ts';
import { failure, success } from './outcome.ts';
import { type Page, readPage } from './page-reader.ts';
import { type PictureFile, readPictureFile, SMALLER } from './picture-file.ts';
import type { Tool, ToolContext, ToolOutcome } from './tool.ts';

const DEFAULT_LINES = 200;
const MAX_LINES = 1_000;

const input = z.strictObject({
  path: z.string().min(1).describe('File, absolute or relative to the project'),
  offset: z.int().optional().describe('First line, 1-based; default 1'),
  limit: z.int().min(1).max(MAX_LINES).optional().describe(`Number of lines; default ${DEFAULT_LINES}, at most ${MAX_LINES}`),
});
type ReadInput = z.infer<typeof input>;

const description = `Read lines of a text file of any size. The text is returned exactly as it is in the file, without line numbers, so it can be copied into mutate. Control characters are shown as ‹U+000C›, and mean the same in mutate and apply_patch.
The first line of the answer names the range, the total and the file_hash; when more remains it gives the offset to continue from.
A picture (PNG, JPEG, WebP or GIF) is shown to you.`;

export function createRead({ timeout, pageBytes }: { readonly timeout: number; readonly pageBytes: number }): Tool {
  return defineTool<ReadInput>({
    name: 'read',
    description,
    input,
    parallel: 'tool',
    timeout,
    paths: ({ path }) => [{ path, access: 'read' }],
    run: (request, context) => readFile(request, context, pageBytes),
  });
}

async function readFile(request: ReadInput, context: ToolContext, maxBytes: number): Promise<ToolOutcome> {
  const path = context.resolve(request.path);
  const shown = context.display(path);
  const offset = Math.max(1, request.offset ?? 1);
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) return failure('tool_failed', `${shown} is a folder; list it with ls.`);
    if (!stats.isFile()) return failure('tool_failed', `${shown} is not a regular file.`);
    const found = await readPictureFile(path, stats.size);
    if (found.type === 'refused') return failure('tool_failed', `${shown} is a picture that cannot be read: ${found.reason}. ${SMALLER}`);
    if (found.type === 'picture') return showPicture(found.file, path, context);
    const page = await readPage(path, { offset, limit: request.limit ?? DEFAULT_LINES, maxBytes }, context.signal);
    if (!page) return failure('tool_failed', `${shown} is a binary file (${stats.size} bytes); it cannot be read as text.`);
    context.observed.mark(path, page.hash);
    return describePage(page, shown);
  } catch (error) {
    return describeOpenFailure(error, path, context);
  }
}

async function showPicture(file: PictureFile, path: string, context: ToolContext): Promise<ToolOutcome> {
  const { mime, width, height, bytes } = file;
  const shown = context.display(path);
  const hash = hashBytes(bytes);
  const picture = await context.keepPicture(bytes, file);
  context.observed.mark(path, hash);
  const text = `[${shown}: ${mime}, ${width}x${height}, ${bytes.length} bytes; file_hash ${hash}]`;
  return { ...success(text, { kind: 'picture', path: shown, picture }), pictures: [picture] };
}

function describePage(page: Page, path: string): ToolOutcome {
  const { start, end, totalLines } = page;
  if (totalLines > 0 && start > totalLines) {
    return failure('tool_failed', `${path} has ${totalLines} lines; offset ${start} is past the end.`);
  }
  const range = totalLines === 0 ? 'empty file' : `lines ${start}-${end} of ${totalLines}`;
  const more = end < totalLines ? `; next_offset ${end + 1}` : '';
  const detail = { kind: 'read', path, startLine: totalLines === 0 ? 0 : start, endLine: Math.max(0, end), totalLines } as const;
  return success(`[${path}: ${range}; file_hash ${page.hash}${more}]\n${page.text}`, detail);
}
