import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KIND, type Message, type Outgoing, pack, unpack, type Value } from './dbus-message.ts';

const BUS = 'dbus-daemon';
const PATH = '/org/freedesktop/Notifications';
const NAME = 'org.freedesktop.Notifications';
/** The action that stands for a press on the notification itself. */
const PRESS = 'default';

export interface ShownNotification {
  readonly id: number;
  readonly summary: string;
  readonly body: string;
  readonly actions: readonly string[];
}

/** A message bus of its own with a service for notifications on it: real D-Bus, and a desktop that shows nobody anything. */
export interface NotificationDesktop {
  readonly vars: { readonly DBUS_SESSION_BUS_ADDRESS: string };
  /** Those that were not taken away, oldest first. */
  readonly shown: readonly ShownNotification[];
  /** As the person does. */
  press(id: number): void;
  close(): Promise<void>;
}

export async function startNotificationDesktop(): Promise<NotificationDesktop> {
  const folder = await mkdtemp(join(tmpdir(), 'steiner-bus-'));
  const address = `unix:path=${join(folder, 'bus')}`;
  const bus = spawn(BUS, ['--session', '--nofork', '--nopidfile', `--address=${address}`, '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(bus.stdout, 'data');
  const socket = connect(join(folder, 'bus'));
  const service = new Service(socket);
  await service.begin();
  return {
    vars: { DBUS_SESSION_BUS_ADDRESS: address },
    get shown() {
      return [...service.shown.values()];
    },
    press: (id) => service.press(id),
    close: async () => {
      socket.destroy();
      await end(bus);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function end(bus: ChildProcess): Promise<void> {
  const ended = once(bus, 'exit');
  bus.kill('SIGKILL');
  await ended;
}

/** https://specifications.freedesktop.org/notification-spec/latest/protocol.html */
class Service {
  readonly shown = new Map<number, ShownNotification>();
  readonly #socket: Socket;
  #serial = 0;
  #id = 0;
  #rest = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Is known by its name when this returns. */
  async begin(): Promise<void> {
    const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
    this.#socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
    await once(this.#socket, 'data');
    this.#socket.write('BEGIN\r\n');
    const named = new Promise<void>((resolve) => {
      this.#socket.on('data', (bytes: Buffer) => {
        for (const message of this.#taken(bytes)) {
          if (message.kind === KIND.call) this.#answer(message);
          else if (message.replyTo === 2) resolve();
        }
      });
    });
    const bus = { kind: KIND.call, path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus', destination: 'org.freedesktop.DBus' };
    this.#send({ ...bus, member: 'Hello' });
    this.#send({
      ...{ ...bus, member: 'RequestName' },
      body: [
        { type: 's', value: NAME },
        { type: 'u', value: 0 },
      ],
    });
    await named;
  }

  press(id: number): void {
    this.#signal('ActionInvoked', [
      { type: 'u', value: id },
      { type: 's', value: PRESS },
    ]);
  }

  #taken(bytes: Buffer): readonly Message[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const messages: Message[] = [];
    for (let next = unpack(this.#rest); next; next = unpack(this.#rest)) {
      this.#rest = this.#rest.subarray(next.size);
      messages.push(next.message);
    }
    return messages;
  }

  #answer({ serial, sender = '', member, body }: Message): void {
    const reply = (values: readonly Value[]) => this.#send({ kind: KIND.reply, replyTo: serial, destination: sender, body: values });
    const text = (value: string): Value => ({ type: 's', value });
    if (member === 'GetCapabilities') reply([{ type: 'as', value: ['actions', 'body', 'persistence'] }]);
    else if (member === 'GetServerInformation') reply(['test', 'test', '1', '1.2'].map(text));
    else if (member === 'Notify') reply([{ type: 'u', value: this.#show(body) }]);
    else {
      if (member === 'CloseNotification') this.#take(body.uint());
      reply([]);
    }
  }

  #show(body: Message['body']): number {
    body.text();
    const replaced = body.uint();
    body.text();
    this.#id += replaced === 0 ? 1 : 0;
    const id = replaced === 0 ? this.#id : replaced;
    this.shown.set(id, { id, summary: body.text(), body: body.text(), actions: body.list() });
    return id;
  }

  #take(id: number): void {
    this.shown.delete(id);
    this.#signal('NotificationClosed', [
      { type: 'u', value: id },
      { type: 'u', value: 3 },
    ]);
  }

  #signal(member: string, body: readonly Value[]): void {
    this.#send({ kind: KIND.signal, path: PATH, interface: NAME, member, body });
  }

  #send(message: Omit<Outgoing, 'serial'>): void {
    this.#serial += 1;
    this.#socket.write(pack({ ...message, serial: this.#serial }));
  }
}
