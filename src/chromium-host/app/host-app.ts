import { EventEmitter } from 'node:events';
import { tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { App } from 'electron';
import { InstanceLock } from './instance-lock.ts';

type PathName = Parameters<App['getPath']>[0];
type Implemented = Pick<
  App,
  | 'exit'
  | 'getAppPath'
  | 'getName'
  | 'getPath'
  | 'getVersion'
  | 'hasSingleInstanceLock'
  | 'isPackaged'
  | 'isReady'
  | 'name'
  | 'quit'
  | 'releaseSingleInstanceLock'
  | 'requestSingleInstanceLock'
  | 'setName'
  | 'setPath'
  | 'whenReady'
>;

export interface HostAppOptions {
  readonly name: string;
  readonly version: string;
  /** Folder of the app's package.json. */
  readonly root: string;
  readonly vars: Readonly<Record<string, string | undefined>>;
  readonly windows: () => readonly { close(): void }[];
  /** Ends the browser; awaited before the process ends. */
  readonly shutDown: () => Promise<void>;
}

/**
 * Life of the app, in Electron's order: `ready`; on quit `before-quit`, the windows close, `window-all-closed` is left out,
 * `will-quit` (can be prevented), `quit`, exit.
 */
export class HostApp extends EventEmitter implements Implemented {
  readonly isPackaged = false;
  name: string;
  readonly #options: HostAppOptions;
  readonly #paths = new Map<string, string>();
  #ready = false;
  #quitting = false;
  #exiting = false;
  #lock: InstanceLock | undefined;
  #telling: Promise<boolean> | undefined;

  constructor(options: HostAppOptions) {
    super();
    this.#options = options;
    this.name = options.name;
  }

  getName(): string {
    return this.name;
  }

  setName(name: string): void {
    this.name = name;
  }

  getVersion(): string {
    return this.#options.version;
  }

  getAppPath(): string {
    return this.#options.root;
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  getPath(name: PathName): string {
    return this.#paths.get(name) ?? this.#defaultPath(name);
  }

  isReady(): boolean {
    return this.#ready;
  }

  whenReady(): Promise<void> {
    return this.#ready ? Promise.resolve() : new Promise((resolve) => this.once('ready', () => resolve()));
  }

  requestSingleInstanceLock(data?: Record<PropertyKey, unknown>): boolean {
    this.#lock ??= new InstanceLock(this.getPath('userData'));
    const got = this.#lock.acquire((start) => this.emit('second-instance', {}, start.argv, start.cwd, start.data));
    if (!got) this.#telling = this.#tell(this.#lock, data);
    return got;
  }

  async #tell(lock: InstanceLock, data: unknown): Promise<boolean> {
    if (await lock.tellHolder({ argv: process.argv, cwd: process.cwd(), data })) return true;
    process.stderr.write('Steiner runs already, and did not answer. End it, then start again; what it was doing is kept.\n');
    return false;
  }

  hasSingleInstanceLock(): boolean {
    return this.#lock?.held ?? false;
  }

  releaseSingleInstanceLock(): void {
    this.#lock?.release();
  }

  quit(): void {
    if (this.#quitting) return;
    this.#quitting = !this.#prevented('before-quit');
    if (!this.#quitting) return;
    const windows = this.#options.windows();
    if (windows.length === 0) this.#leave();
    for (const window of windows) window.close();
  }

  exit(code = 0): void {
    if (this.#exiting) return;
    this.#exiting = true;
    this.emit('quit', {}, code);
    void this.#end(code);
  }

  /** Called once, when the app's own script has run. */
  start(): void {
    this.#ready = true;
    this.emit('ready', {});
  }

  /** Called when the last window is gone. */
  allClosed(): void {
    if (this.#quitting) this.#leave();
    else if (!this.emit('window-all-closed')) this.quit();
  }

  #leave(): void {
    if (this.#prevented('will-quit')) this.#quitting = false;
    else this.exit(0);
  }

  async #end(code: number): Promise<void> {
    const [heard = true] = await Promise.all([this.#telling, this.#options.shutDown()]);
    this.#lock?.release();
    process.exit(heard ? code : 1);
  }

  #prevented(event: string): boolean {
    let prevented = false;
    this.emit(event, {
      preventDefault: () => {
        prevented = true;
      },
    });
    return prevented;
  }

  #defaultPath(name: PathName): string {
    const { vars, root } = this.#options;
    const home = vars.HOME !== undefined && isAbsolute(vars.HOME) ? vars.HOME : userInfo().homedir;
    const data = vars.XDG_CONFIG_HOME || join(home, '.config');
    switch (name) {
      case 'home':
        return home;
      case 'appData':
        return data;
      case 'userData':
        return join(data, this.name);
      case 'sessionData':
        return this.getPath('userData');
      case 'logs':
        return join(this.getPath('userData'), 'logs');
      case 'temp':
        return tmpdir();
      case 'exe':
        return process.execPath;
      case 'module':
        return root;
      default:
        throw new Error(`Failed to get '${name}' path`);
    }
  }
}
