import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { copyDemo } from '../config/demo-project.ts';
import { startRepository } from '../git/start-repository.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Ports } from '../lib/ports.ts';

const NAME = 'sample-project';

export interface DemoOptions {
  /** The folder of bundled resources, which holds `demo`. */
  readonly resources: string;
  readonly fresh: boolean;
}

/**
 * The folder of the sample project, made ready: a copy of the bundled one in the state folder, in a git repository with one commit. A copy that is
 * there is used as it is; with `fresh` it is moved aside first, so that nothing a person did in it is lost.
 */
export async function prepareDemo(ports: Pick<Ports, 'paths' | 'ids'>, options: DemoOptions): Promise<Result<string, Problem>> {
  const folder = join(ports.paths.state, 'demo');
  const project = join(folder, NAME);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (options.fresh && existsSync(project)) await rename(project, join(folder, `${NAME}-before-${ports.ids.hex(4)}`));
    if (!existsSync(project)) await build(join(options.resources, 'demo'), project, join(folder, `.new-${ports.ids.hex(4)}`));
    return ok(project);
  } catch (failure) {
    const code = errnoOf(failure);
    return err({
      code: 'state_unwritable',
      message: `The sample project cannot be set up in ${folder}${code === undefined ? '' : ` (${code})`}.`,
      hint: 'Check that the folder is writable, the disk is not full and git is installed, or open a folder of your own.',
      ...(code === undefined ? { detail: String(failure) } : {}),
    });
  }
}

/** Appears whole or not at all. */
async function build(source: string, project: string, temporary: string): Promise<void> {
  try {
    await copyDemo(source, temporary);
    await startRepository(temporary, 'Tally, as it was handed over');
    await rename(temporary, project);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
