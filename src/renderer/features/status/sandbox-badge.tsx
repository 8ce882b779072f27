import { Shield, ShieldAlert } from 'lucide-react';
import type { SandboxState } from '../../../shared/ipc.ts';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Note } from '../../ui/problem-note.tsx';
import styles from './status.module.css';

const NETWORK_WORDS = { off: 'off', allowlist: 'named hosts only', host: 'as on this machine' } as const;

/** How commands are confined: in short on the badge, in full when opened. */
export function SandboxBadge({ sandbox }: { readonly sandbox: SandboxState }) {
  const active = sandbox.state === 'active';
  const trigger = (
    <>
      <Icon of={active ? Shield : ShieldAlert} size={0.875} />
      {active ? 'sandboxed' : sandbox.state === 'off' ? 'sandbox off' : 'no sandbox'}
      {active ? <span className={styles.more}>{`· writes here · network: ${sandbox.network}`}</span> : null}
    </>
  );
  return (
    <Popover title="Sandbox" className={styles.sandbox} tone={active ? 'ok' : 'warning'} trigger={trigger}>
      {active ? <Confinement sandbox={sandbox} /> : <Missing sandbox={sandbox} />}
    </Popover>
  );
}

function Confinement({ sandbox }: { readonly sandbox: SandboxState }) {
  return (
    <dl className={styles.facts}>
      <dt>Commands can write to</dt>
      {sandbox.writable.map((folder) => (
        <dd key={folder}>
          <code>{folder}</code>
        </dd>
      ))}
      <dt>Network</dt>
      <dd>{NETWORK_WORDS[sandbox.network]}</dd>
    </dl>
  );
}

function Missing({ sandbox }: { readonly sandbox: SandboxState }) {
  const { problem } = sandbox;
  if (problem === undefined)
    return <p className={styles.facts}>The sandbox is turned off in the config. Commands run with your own rights.</p>;
  return (
    <div className={styles.facts}>
      <Note level="warning" message={problem.message} hint={problem.hint} safe={problem.safe} detail={problem.detail} />
    </div>
  );
}
