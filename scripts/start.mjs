import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { hasDisplay } from './lib/display.mjs';
import { findElectron } from './lib/electron.mjs';
import { ensureMachine, NEEDS } from './lib/machine.mjs';
import { ensureModules } from './lib/modules.mjs';
import { handOver, ROOT, say } from './lib/run.mjs';
import { ensureBuilt, nodeIsRecent } from './lib/setup.mjs';

/** npm changes into the repository; a folder is meant from where the person stands. */
const folders = process.argv.slice(2).map((folder) => resolve(process.env.INIT_CWD ?? '.', folder));
process.exitCode = (await isReady()) ? await open() : 1;

async function isReady() {
  return nodeIsRecent() && (await ensureModules()) && (await ensureBuilt());
}

/** @returns {Promise<number>} the exit code */
async function open() {
  await ensureMachine([NEEDS.git, NEEDS.sandbox]);
  if (!hasDisplay()) return openInTerminal();
  const what = folders.length > 0 || isConfigured(process.env) ? folders : ['--demo'];
  const electron = await findElectron();
  if (electron !== undefined) return handOver(electron, [...rootFlags(), ROOT, ...what]);
  if (await ensureMachine([NEEDS.browser])) return handOver(process.execPath, [join(ROOT, 'out', 'chromium-host', 'index.js'), ...what]);
  return openInTerminal();
}

/**
 * Whether the person has a configuration. Without one no model can be asked, so the sample project opens with the scripted one.
 * @param {NodeJS.ProcessEnv} vars
 */
function isConfigured({ STEINER_HOME, HOME }) {
  const folder = STEINER_HOME ? join(STEINER_HOME, 'config') : join(HOME || homedir(), '.config', 'steiner');
  return existsSync(join(folder, 'config.yaml'));
}

/** Electron refuses to start as root with its own sandbox on. */
function rootFlags() {
  if (process.getuid?.() !== 0) return [];
  say("You are root, so Electron runs without the sandbox around its pages. The agent's commands stay confined.");
  return ['--no-sandbox'];
}

/** Without a window: the demo, or the line that works on the folder that was asked for. */
function openInTerminal() {
  const program = join('out', 'cli', 'index.js');
  const [folder] = folders;
  if (folder !== undefined) {
    say(`No window can be shown here. In the terminal: node ${program} exec --cwd ${folder} "<prompt>"`);
    return 1;
  }
  say('No window can be shown here, so the demo runs in the terminal. Screenshots of the window are in docs/screenshots.');
  return handOver(process.execPath, [join(ROOT, program), 'demo']);
}
