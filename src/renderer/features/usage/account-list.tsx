import { useApp, useCommands } from '../../hooks/app-context.ts';
import { AccountSignIn } from '../../ui/account-sign-in.tsx';
import styles from './usage.module.css';

/** Who is signed in, with the way in and out. */
export function AccountList() {
  const { signIn, signOut, cancelSignIn } = useCommands();
  const accounts = useApp((state) => state.usage.accounts);
  const waiting = useApp((state) => state.usage.signIn);
  if (accounts.state !== 'ready') return null;
  return (
    <section aria-labelledby="usage-accounts">
      <div className={styles.head}>
        <h3 id="usage-accounts">Signed in</h3>
      </div>
      {accounts.value.map((account) => (
        <AccountSignIn
          key={account.id}
          account={account}
          waiting={waiting}
          onSignIn={() => void signIn()}
          onSignOut={() => void signOut()}
          onCancel={() => void cancelSignIn()}
        />
      ))}
    </section>
  );
}
