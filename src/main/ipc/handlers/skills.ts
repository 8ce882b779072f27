import { ok } from '../../../shared/result.ts';
import type { Handlers } from '../handlers.ts';
import { inProject } from '../in-project.ts';

export function skillHandlers(): Pick<Handlers, 'skills.list' | 'skills.read'> {
  return {
    'skills.list': (_input, window) => inProject(window, async ({ skills }) => ok(await skills.list())),
    'skills.read': ({ name }, window) =>
      inProject(window, async ({ skills }) => {
        const read = await skills.read(name);
        return read.ok ? ok({ body: read.value.skill.body }) : read;
      }),
  };
}
