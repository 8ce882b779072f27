import { openDisplay } from './lib/display.mjs';
import { runTool } from './lib/run.mjs';
import { ensureBuilt } from './lib/setup.mjs';

const display = (await ensureBuilt()) ? await openDisplay() : undefined;
if (display === undefined) process.exitCode = 1;
else {
  const { code } = await runTool('vitest', ['run', '--config', 'vitest.screenshots.config.ts'], { env: display.env, show: true });
  display.stop();
  process.exitCode = code;
}
