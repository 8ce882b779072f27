import { ok } from '../../../shared/result.ts';
import { browseFolder } from '../browse-folder.ts';
import type { HandlerNeeds, Handlers } from '../handlers.ts';

type ProjectHandlers = Pick<
  Handlers,
  'project.current' | 'project.recent' | 'project.open' | 'project.openDemo' | 'project.pick' | 'project.browse' | 'project.trust'
>;

export function projectHandlers({ engine, windows, pickFolder, home }: HandlerNeeds): ProjectHandlers {
  return {
    'project.current': (_input, window) => window.current(),
    'project.recent': async () => ok(await engine.recentProjects()),
    'project.open': ({ path }, window) => windows.open(path, window),
    'project.openDemo': (_input, window) => windows.openDemo(window),
    'project.pick': async () => ok(pickFolder ? { native: true, path: await pickFolder() } : { native: false, path: null }),
    'project.browse': ({ path }) => browseFolder(path ?? home),
    'project.trust': ({ decision }, window) => windows.trust(decision, window),
  };
}
