import { GitFork } from 'lucide-react';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** Another session that goes on from this message: a prompt becomes its draft, an answer is the last thing in it. */
export function ForkButton({ message }: { readonly message: string }) {
  const { forkSession } = useCommands();
  const session = useApp((state) => state.current);
  if (session === null) return null;
  return (
    <IconButton size="small" label="Fork from here" onClick={() => void forkSession(session, message)}>
      <Icon of={GitFork} size={0.875} />
    </IconButton>
  );
}
