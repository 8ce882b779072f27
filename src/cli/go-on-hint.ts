import type { CommandInput } from './command.ts';
import type { TurnWatcher } from './turn-watchers.ts';

/** Watches one turn, and once it is over says how to go on with it, when it is not complete. */
export interface GoOnHint extends TurnWatcher {
  print(): void;
}

export function createGoOnHint({ flags, screen, style }: CommandInput): GoOnHint {
  let session = '';
  let unfinished = false;
  return {
    opened: ({ summary }) => {
      session = summary.id;
      unfinished = summary.waiting === true;
    },
    see: (envelope) => {
      if (envelope.session !== session) return;
      if (envelope.event.type === 'turn.start') unfinished = true;
      if (envelope.event.type === 'turn.end') unfinished = envelope.event.stop !== 'complete';
    },
    print: () => {
      if (!unfinished || flags.json) return;
      const where = flags.cwd === undefined ? '' : ` -C ${flags.cwd}`;
      screen.print({ to: 'err', text: `${style.dim(`Go on with: steiner exec --resume ${session.slice(0, 8)}${where}`)}\n` });
    },
  };
}
