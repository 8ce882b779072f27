import { useApp, useCommands } from '../../../hooks/app-context.ts';
import { AccountSignIn } from '../../../ui/account-sign-in.tsx';
import type { Shown } from '../model.ts';
import { ProviderKey } from './provider-key.tsx';

export interface ProviderAccessProps {
  readonly shown: Shown;
  readonly name: string;
  readonly type: string;
}

/** What lets requests in: a sign-in, or a key. */
export function ProviderAccess({ shown, name, type }: ProviderAccessProps) {
  const kind = shown.report.kinds.find((one) => one.type === type);
  if (type === 'codex') return <CodexAccess />;
  return kind?.key === 'required' || kind?.key === 'optional' ? (
    <ProviderKey shown={shown} name={name} optional={kind.key === 'optional'} />
  ) : null;
}

function CodexAccess() {
  const { signIn, signOut, cancelSignIn } = useCommands();
  const accounts = useApp((state) => state.usage.accounts);
  const waiting = useApp((state) => state.usage.signIn);
  const account = accounts.state === 'ready' ? accounts.value.find(({ id }) => id === 'codex') : undefined;
  if (account === undefined) return null;
  return (
    <AccountSignIn
      account={account}
      waiting={waiting}
      onSignIn={() => void signIn()}
      onSignOut={() => void signOut()}
      onCancel={() => void cancelSignIn()}
    />
  );
}
