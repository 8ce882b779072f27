import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What a second start tells the first. */
export interface SecondStart {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly data: unknown;
}

interface Holder {
  readonly pid: number;
  /** Start time of the process in clock ticks, so that a reused pid is not taken for the holder. */
  readonly started: string;
  readonly socket: string;
}

/** A first start that is busy, as on a slow disk, answers late. */
const TELL_LIMIT = 30_000;
/** Bytes; systems allow 104 to 108. */
const LONGEST_PATH = 100;

/**
 * One running app per folder of user data: a lock file that names its holder, and a socket the holder listens on.
 * A lock whose holder is gone is taken over.
 */
export class InstanceLock {
  readonly #file: string;
  #held: Holder | undefined;
  #server: ReturnType<typeof createServer> | undefined;

  constructor(userData: string) {
    this.#file = join(userData, 'instance.lock');
  }

  get held(): boolean {
    return this.#held !== undefined;
  }

  /** False when a living process holds it. */
  acquire(onSecond: (start: SecondStart) => void): boolean {
    if (this.#held) return true;
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    const socket = newSocket(dirname(this.#file));
    const mine = { pid: process.pid, started: startOf(process.pid) ?? '', socket };
    this.#removeStale();
    if (!this.#create(mine)) {
      removeSocket(socket, this.#file);
      return false;
    }
    this.#held = mine;
    this.#server = createServer((connection) => answer(connection, onSecond)).listen(socket);
    this.#server.unref();
    return true;
  }

  /** Tells the holder about this start. Resolves with whether it has taken it: not when it ended, or gave no answer in `limit` milliseconds. */
  async tellHolder(start: SecondStart, limit = TELL_LIMIT): Promise<boolean> {
    const deadline = AbortSignal.timeout(limit);
    while (!deadline.aborted) {
      const holder = this.#read();
      if (!holder || !isAlive(holder)) return false;
      if (await told(holder.socket, start, deadline)) return true;
      await delay(20);
    }
    return false;
  }

  release(): void {
    if (!this.#held) return;
    this.#server?.close();
    rmSync(this.#file, { force: true });
    removeSocket(this.#held.socket, this.#file);
    this.#held = undefined;
  }

  #read(): Holder | undefined {
    return existsSync(this.#file) ? readHolder(this.#file) : undefined;
  }

  /** Linked into place whole, so that a lock is never seen half written; false when there is one. */
  #create(mine: Holder): boolean {
    const draft = `${this.#file}.${process.pid}`;
    try {
      writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
      linkSync(draft, this.#file);
      return true;
    } catch {
      return false;
    } finally {
      rmSync(draft, { force: true });
    }
  }

  /** Moves the dead holder's file away. When another start was quicker and the moved file is its own, that file goes back. */
  #removeStale(): void {
    const seen = this.#read();
    if (!existsSync(this.#file) || (seen && isAlive(seen))) return;
    const aside = `${this.#file}.${process.pid}`;
    try {
      renameSync(this.#file, aside);
      const moved = readHolder(aside);
      if (moved && isAlive(moved)) linkSync(aside, this.#file);
      else if (moved) removeSocket(moved.socket, this.#file);
    } catch {
      return;
    } finally {
      rmSync(aside, { force: true });
    }
  }
}

function isAlive({ pid, started }: Holder): boolean {
  return startOf(pid) === started;
}

function readHolder(file: string): Holder | undefined {
  try {
    const { pid, started, socket } = JSON.parse(readFileSync(file, 'utf8')) as Holder;
    return typeof pid === 'number' && typeof started === 'string' && typeof socket === 'string' ? { pid, started, socket } : undefined;
  } catch {
    return undefined;
  }
}

/** Beside the lock, or in a folder of its own where that path is too long for a socket. */
function newSocket(folder: string): string {
  const name = `instance-${randomBytes(4).toString('hex')}.sock`;
  const beside = join(folder, name);
  return Buffer.byteLength(beside) <= LONGEST_PATH ? beside : join(mkdtempSync(join(tmpdir(), 'steiner-')), name);
}

/** The socket and a folder that was made for it. Not recursive: the path comes out of a file. */
function removeSocket(socket: string, lock: string): void {
  rmSync(socket, { force: true });
  if (dirname(socket) === dirname(lock)) return;
  try {
    rmdirSync(dirname(socket));
  } catch {
    return;
  }
}

function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function answer(connection: Socket, onSecond: (start: SecondStart) => void): void {
  let text = '';
  connection.setEncoding('utf8').on('error', () => connection.destroy());
  connection.on('data', (chunk: string) => {
    text += chunk;
    if (!text.endsWith('\n')) return;
    connection.end('ok\n');
    onSecond(JSON.parse(text) as SecondStart);
  });
}

function told(socket: string, start: SecondStart, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection({ path: socket, signal });
    connection.on('connect', () => connection.write(`${JSON.stringify(start)}\n`));
    connection.on('data', () => resolve(true));
    connection.on('error', () => resolve(false));
    connection.on('close', () => resolve(false));
  });
}
