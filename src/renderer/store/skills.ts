import type { Core } from './core.ts';
import { openLayer } from './layers.ts';
import type { State } from './state.ts';

export function skillCommands(core: Core) {
  return {
    openSkills: () => openSkills(core),
    loadSkills: () => loadSkills(core),
    setSkill: (name: string, active: boolean) => setSkill(core, name, active),
    readSkill: async (name: string) => (await core.ask('skills.read', { name }))?.body,
  };
}

/** Names of the skills that are to be in force in the session on screen, or in the one that the next prompt makes. */
export function activeSkills({ current, open, nextSkills }: State): readonly string[] {
  return current === null ? nextSkills : (open[current]?.view.skills ?? []);
}

export async function openSkills(core: Core): Promise<void> {
  openLayer(core, 'skills');
  await loadSkills(core);
}

/** Reads them anew; what was known stays on screen meanwhile. */
export async function loadSkills(core: Core): Promise<void> {
  if (core.get().skills.state !== 'ready') core.update(() => ({ skills: { state: 'loading' } }));
  const answer = await core.client.request('skills.list', {});
  core.update(() => ({ skills: answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed', problem: answer.error } }));
}

async function setSkill(core: Core, name: string, active: boolean): Promise<void> {
  const session = core.get().current;
  if (session !== null) {
    await core.ask('session.command', { command: { type: 'session.skill', session, name, active } });
    return;
  }
  core.update(({ nextSkills }) => ({ nextSkills: [...nextSkills.filter((other) => other !== name), ...(active ? [name] : [])] }));
}
