import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { ToolDetail } from '../../shared/tool-detail.ts';
import { defineTool } from './define-tool.ts';
import { describeOpenFailure } from './missing-file.ts';
import { failure, success } from './outcome.ts';
import { readPage } from './page-reader.ts';
import { readPictureFile } from './picture-file.ts';
import type { Tool, ToolContext, ToolOutcome } from './tool.ts';

const DEFAULT_LINES = 120;
const MAX_LINES = 1_000;

const input = z.strictObject({
  path: z.string().min(1).describe('File, absolute or relative to the project'),
  offset: z.int().optional().describe('First line, 1-based; default 1'),
  limit: z.int().min(1).max(MAX_LINES).optional().describe(`Number of lines; default ${DEFAULT_LINES}, at most ${MAX_LINES}`),
});
type DisplayInput = z.infer<typeof input>;

export interface DisplayFileOptions {
  readonly timeout: number;
  /** Whether a person looks on. */
  readonly canDisplay: boolean;
}

export function createDisplayFile(options: DisplayFileOptions): Tool {
  return defineTool<DisplayInput>({
    name: 'display_file',
    description: 'Show lines of a file, or a picture, to the person. You do not get it; read it with read.',
    input,
    parallel: 'serial',
    timeout: options.timeout,
    paths: ({ path }) => [{ path, access: 'read' }],
    run: (request, context) => displayFile(request, context, options.canDisplay),
  });
}

async function displayFile(request: DisplayInput, context: ToolContext, canDisplay: boolean): Promise<ToolOutcome> {
  const path = context.resolve(request.path);
  const shown = context.display(path);
  if (!canDisplay) return answer(shown, 'unavailable', 'Nobody looks on in this run. To see the file yourself, use read.');
  try {
    const stats = await stat(path);
    if (!stats.isFile()) return failure('tool_failed', `${shown} is not a file.`);
    const found = await readPictureFile(path, stats.size);
    if (found.type === 'picture') {
      const picture = await context.keepPicture(found.file.bytes, found.file);
      return answer(shown, 'displayed', 'The picture was shown.', { kind: 'picture', path: shown, picture });
    }
    const offset = Math.max(1, request.offset ?? 1);
    const page = await readPage(path, { offset, limit: request.limit ?? DEFAULT_LINES }, context.signal);
    if (!page)
      return answer(
        shown,
        'displayed',
        'It is binary; its name and size were shown.',
        asText(shown, `${shown}: binary, ${stats.size} bytes`),
      );
    if (page.totalLines > 0 && offset > page.totalLines)
      return failure('tool_failed', `${shown} has ${page.totalLines} lines; offset ${offset} is past the end.`);
    return answer(shown, 'displayed', `Lines ${page.start}-${page.end} of ${page.totalLines} were shown.`, asText(shown, page.text));
  } catch (error) {
    return describeOpenFailure(error, path, context);
  }
}

function asText(title: string, text: string): ToolDetail {
  return { kind: 'shown', title, text };
}

function answer(path: string, status: 'displayed' | 'unavailable', message: string, detail?: ToolDetail): ToolOutcome {
  return success(`path ${path}\nstatus ${status}\nmessage ${message}`, detail);
}
