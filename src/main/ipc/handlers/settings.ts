import { err } from '../../../shared/result.ts';
import type { HandlerNeeds, Handlers } from '../handlers.ts';

type SettingsHandlers = Pick<Handlers, 'settings.read' | 'settings.write' | 'settings.openFile' | 'providers.check'>;

/** The files are those of the project in the asking window, whatever the window says. */
export function settingsHandlers({ engine, windows, openFile }: HandlerNeeds): SettingsHandlers {
  return {
    'settings.read': (_input, window) => engine.settings.read(window.project?.path),
    'settings.write': async (wanted, window) => {
      const written = await engine.settings.write(window.project?.path, wanted);
      if (written.ok && written.value.state === 'written') windows.broadcast({ type: 'settings' });
      return written;
    },
    'settings.openFile': async ({ scope }, window) => {
      const report = await engine.settings.read(window.project?.path);
      if (!report.ok) return report;
      const file = report.value[scope];
      if (file?.exists) return openFile(file.path);
      return err({ code: 'file_unreadable', message: 'There is no such file yet.', hint: 'It is made when the first setting is changed.' });
    },
    'providers.check': (draft, window) => engine.settings.check(window.project?.path, draft),
  };
}
