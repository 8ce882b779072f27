import type { AccountStatus } from '../../shared/accounts.ts';
import styles from './account-sign-in.module.css';
import { Button } from './button.tsx';
import { Spinner } from './spinner.tsx';

export interface AccountSignInProps {
  readonly account: AccountStatus;
  /** A sign-in that waits for the person's browser. */
  readonly waiting: { readonly url: string; readonly opened: boolean } | null;
  readonly onSignIn: () => void;
  readonly onSignOut: () => void;
  readonly onCancel: () => void;
}

/** Who is signed in, with the way in and out. The page of the provider opens in the person's own browser. */
export function AccountSignIn({ account, waiting, onSignIn, onSignOut, onCancel }: AccountSignInProps) {
  const inside = account.state === 'signed_in' || account.state === 'needs_refresh';
  return (
    <>
      <div className={styles.row}>
        <span>
          <strong>Codex</strong> <span className={styles.meta}>{statusWords(account)}</span>
        </span>
        <span className={styles.actions}>
          {inside ? (
            <Button size="small" onClick={onSignOut}>
              Sign out
            </Button>
          ) : null}
          {waiting === null ? (
            <Button size="small" tone={inside ? 'normal' : 'primary'} onClick={onSignIn}>
              {inside ? 'Sign in again' : 'Sign in with the browser'}
            </Button>
          ) : null}
        </span>
      </div>
      {waiting === null ? null : <Waiting {...waiting} onCancel={onCancel} />}
    </>
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

interface WaitingProps {
  readonly url: string;
  readonly opened: boolean;
  readonly onCancel: () => void;
}

function Waiting({ url, opened, onCancel }: WaitingProps) {
  return (
    <div className={styles.waiting} role="status">
      <Spinner />
      <span>
        {opened ? 'Sign in on the page that your browser shows.' : 'Your desktop could not open the page. Open this address in a browser.'}
      </span>
      <Button size="small" onClick={() => void navigator.clipboard.writeText(url)}>
        Copy the address
      </Button>
      <Button size="small" onClick={onCancel}>
        Stop
      </Button>
    </div>
  );
}
