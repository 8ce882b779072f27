import { nearestNames } from '../shared/nearest.ts';
import type { CommandInput } from './command.ts';
import { EXIT } from './exit-code.ts';

/** Says what is wrong with a command line and where help is. */
export function usageError({ screen, style }: Pick<CommandInput, 'screen' | 'style'>, message: string, command?: string): number {
  const help = command === undefined ? 'steiner --help' : `steiner ${command} --help`;
  screen.print({ to: 'err', text: `${style.failed(`error: ${message}`)}\nSee ${help}\n` });
  return EXIT.usage;
}

/** What is said of an action that a command does not have. */
export function unknownAction(name: string, actions: readonly string[]): string {
  const [meant] = nearestNames(name, actions);
  return `There is no action "${name}". ${meant === undefined ? `It is one of ${actions.join(', ')}.` : `Did you mean ${meant}?`}`;
}
