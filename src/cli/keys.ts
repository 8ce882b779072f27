import type { CommandInput } from './command.ts';
import { EXIT } from './exit-code.ts';
import { failWith } from './open-project.ts';
import { readSecret } from './secret-input.ts';
import { harmless } from './style.ts';
import { unknownAction, usageError } from './usage-error.ts';

type Action = (input: CommandInput, name: string) => Promise<number>;

const ACTIONS: Readonly<Record<string, { readonly run: Action; readonly named: boolean }>> = {
  list: { run: listKeys, named: false },
  set: { run: setKey, named: true },
  delete: { run: deleteKey, named: true },
  move: { run: moveKey, named: true },
};

/** `steiner keys [list | set <name> | delete <name> | move <provider>]`. */
export async function keys(input: CommandInput): Promise<number> {
  const [word = 'list', name = ''] = input.words;
  const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  if (!action) return usageError(input, unknownAction(word, Object.keys(ACTIONS)), 'keys');
  const what = word === 'move' ? 'a provider' : 'a key';
  if (action.named && name === '') return usageError(input, `${word} needs the name of ${what}: steiner keys ${word} <name>.`, 'keys');
  return action.run(input, name);
}

async function listKeys(input: CommandInput): Promise<number> {
  const { engine } = await input.runtime();
  const ring = await engine.keys.list();
  if (input.flags.json) input.screen.print({ to: 'out', text: `${JSON.stringify(ring)}\n` });
  else input.screen.print({ to: 'out', text: ring.names.map((name) => `${harmless(name)}  ••••••••\n`).join('') });
  if (ring.problem) return failWith(ring.problem, input);
  if (ring.names.length === 0) input.screen.print({ to: 'err', text: `No keys of Steiner in the ${ring.kind ?? 'keychain'} yet.\n` });
  return EXIT.complete;
}

async function setKey(input: CommandInput, name: string): Promise<number> {
  const { terminal, screen, interrupts } = input;
  const print = (text: string) => screen.print({ to: 'err', text });
  const key = await readSecret(`Key for ${harmless(name)} (not shown): `, { terminal, print, signal: interrupts.signal });
  if (key === undefined) {
    print('No key was changed.\n');
    return EXIT.interrupted;
  }
  const { engine } = await input.runtime();
  const stored = await engine.keys.set(name, key);
  if (!stored.ok) return failWith(stored.error, input);
  print(`Kept in the keychain. Name it in the configuration as api_key: keychain:${name}\n`);
  return EXIT.complete;
}

async function deleteKey(input: CommandInput, name: string): Promise<number> {
  const { engine } = await input.runtime();
  const deleted = await engine.keys.delete(name);
  if (!deleted.ok) return failWith(deleted.error, input);
  input.screen.print({ to: 'err', text: deleted.value ? `Removed ${harmless(name)} from the keychain.\n` : 'There was no such key.\n' });
  return deleted.value ? EXIT.complete : EXIT.error;
}

async function moveKey(input: CommandInput, provider: string): Promise<number> {
  const { engine } = await input.runtime();
  const moved = await engine.keys.move(provider);
  if (!moved.ok) return failWith(moved.error, input);
  const words = `The key of ${harmless(provider)} is in the keychain now, as ${harmless(moved.value)}; the file holds that name.\n`;
  input.screen.print({ to: 'err', text: words });
  return EXIT.complete;
}
