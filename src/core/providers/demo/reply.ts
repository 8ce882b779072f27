/** What the script does in one round: says something, then calls tools. Without calls the turn ends. */
export interface DemoReply {
  readonly text: string;
  readonly calls: readonly DemoCall[];
}

export interface DemoCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export function say(text: string): DemoReply {
  return { text, calls: [] };
}

export function act(text: string, ...calls: readonly DemoCall[]): DemoReply {
  return { text, calls };
}

export function bash(command: string): DemoCall {
  return { name: 'bash', arguments: { command, timeout_seconds: 60 } };
}

export function read(path: string): DemoCall {
  return { name: 'read', arguments: { path } };
}
