import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ManagedProcess, Processes } from '../../lib/ports.ts';

/** What the attempts aim at on the host. Shared by all arenas. */
export interface HostTargets {
  /** A word in the names of things on the host, and the canary that must not be read. */
  readonly mark: string;
  readonly canary: string;
  readonly victim: ManagedProcess;
  readonly port: number;
  readonly lan: string;
  /** Of a server on an address that the allowlist arena allows. */
  readonly allowedPort: number;
  close(): Promise<void>;
}

/** Loopback too, and not the address that everything listens on. */
export const ALLOWED_ADDRESS = '127.0.0.2';
const NO_LAN = '192.0.2.7';

export async function createHostTargets(processes: Processes, mark: string): Promise<HostTargets> {
  const canary = `CANARY-${mark}`;
  const marks = [join(tmpdir(), mark), join('/dev/shm', mark)];
  const [lan = NO_LAN] = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).filter(isLan).map(({ address }) => address));
  const local = await listen(
    createServer((socket) => socket.end(`${canary}\n`)),
    { host: '127.0.0.1', port: 0 },
  );
  const port = portOf(local);
  const servers = [
    local,
    await listen(
      createServer((socket) => socket.end(`${canary}\n`)),
      { host: lan, port },
    ).catch(() => local),
    await listen(
      createServer((socket) => socket.end(`${canary}\n`)),
      { path: `\0${mark}` },
    ).catch(() => local),
  ];
  const allowed = await listen(createServer(greet), { host: ALLOWED_ADDRESS, port: 0 });
  await Promise.all(marks.map((path) => writeFile(path, canary).catch(() => undefined)));
  const victim = await startVictim(processes, mark, canary);
  return {
    ...{ mark, canary, victim, port, lan, allowedPort: portOf(allowed) },
    close: async () => {
      for (const server of new Set([...servers, allowed])) server.close();
      victim.kill();
      await Promise.all([victim.exited, ...marks.map((path) => rm(path, { force: true }))]);
    },
  };
}

/** A socket that answers who connects. Made with the folders above it. */
export async function answerAt(path: string, answer: string): Promise<Server> {
  await mkdir(dirname(path), { recursive: true });
  return listen(
    createServer((socket) => socket.end(`${answer}\n`)),
    { path },
  );
}

async function startVictim(processes: Processes, mark: string, canary: string): Promise<ManagedProcess> {
  const script = `exec -a ${mark}-victim sleep 600`;
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', SECRET: canary };
  const victim = await processes.spawn({ command: 'bash', args: ['-c', script], cwd: '/', env, owner: 'escape suite', label: 'victim' });
  victim.stdout.resume();
  victim.stderr.resume();
  return victim;
}

/** Says which host the request names. */
function greet(socket: import('node:net').Socket): void {
  socket.on('error', () => socket.destroy());
  socket.once('data', (request) => {
    const host = /^host: ([^:\r\n]+)/im.exec(String(request))?.[1] ?? 'nobody';
    const body = `welcome ${host}\n`;
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
  });
}

async function listen(
  server: Server,
  where: { readonly host: string; readonly port: number } | { readonly path: string },
): Promise<Server> {
  server.listen(where);
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function isLan({ family, internal }: { readonly family: string; readonly internal: boolean }): boolean {
  return family === 'IPv4' && !internal;
}
