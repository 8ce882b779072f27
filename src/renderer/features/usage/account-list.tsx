import type { AccountStatus } from '../../../shared/accounts.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './usage.module.css';

/** Who is signed in, with the way in and out. The page of the provider opens in the person's own browser. */
export function AccountList() {
  const accounts = useApp((state) => state.usage.accounts);
  const waiting = useApp((state) => state.usage.signIn);
  if (accounts.state !== 'ready') return null;
  return (
    <section aria-labelledby="usage-accounts">
      <div className={styles.head}>
        <h3 id="usage-accounts">Signed in</h3>
      </div>
      {accounts.value.map((account) => (
        <AccountRow key={account.id} account={account} waiting={waiting !== null} />
      ))}
      {waiting === null ? null : <Waiting url={waiting.url} opened={waiting.opened} />}
    </section>
  );
}

function AccountRow({ account, waiting }: { readonly account: AccountStatus; readonly waiting: boolean }) {
  const { signIn, signOut } = useCommands();
  const inside = account.state === 'signed_in' || account.state === 'needs_refresh';
  return (
    <div className={styles.row}>
      <span>
        <strong>Codex</strong> <span className={styles.meta}>{statusWords(account)}</span>
      </span>
      <span className={styles.actions}>
        {inside ? (
          <Button size="small" onClick={() => void signOut()}>
            Sign out
          </Button>
        ) : null}
        {waiting ? null : (
          <Button size="small" tone={inside ? 'normal' : 'primary'} onClick={() => void signIn()}>
            {inside ? 'Sign in again' : 'Sign in with the browser'}
          </Button>
        )}
      </span>
    </div>
  );
}

function statusWords({ state, who, plan }: AccountStatus): string {
  const account = [who, plan === undefined ? undefined : `plan ${plan}`].filter((part) => part !== undefined).join(' · ');
  switch (state) {
    case 'signed_in':
      return account === '' ? 'signed in' : account;
    case 'needs_refresh':
      return `${account === '' ? 'signed in' : account} · renewed by the next request`;
    case 'signed_out':
      return 'not signed in';
    case 'unreadable':
      return 'the sign-in cannot be read; sign in again';
  }
}

function Waiting({ url, opened }: { readonly url: string; readonly opened: boolean }) {
  const { cancelSignIn } = useCommands();
  return (
    <div className={styles.waiting} role="status">
      <Spinner />
      <span>
        {opened ? 'Sign in on the page that your browser shows.' : 'Your desktop could not open the page. Open this address in a browser.'}
      </span>
      <Button size="small" onClick={() => void navigator.clipboard.writeText(url)}>
        Copy the address
      </Button>
      <Button size="small" onClick={() => void cancelSignIn()}>
        Stop
      </Button>
    </div>
  );
}
