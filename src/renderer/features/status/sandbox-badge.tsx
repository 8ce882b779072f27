import { Shield, ShieldAlert } from 'lucide-react';
import type { SandboxState } from '../../../shared/sandbox-state.ts';
import { useApp } from '../../hooks/app-context.ts';
import { activeMode } from '../../store/sessions.ts';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Note } from '../../ui/problem-note.tsx';
import styles from './status.module.css';

const NETWORK_WORDS = { off: 'None', host: 'As on this machine' } as const;
/** In plan mode, of the project. */
const PLAN_FOLDERS = ['.steiner/plans', '.steiner/security'] as const;

interface SandboxBadgeProps {
  readonly sandbox: SandboxState;
  /** Path of the project. */
  readonly project: string;
}

/** How commands of the session on screen are confined: in short on the badge, in full when opened. */
export function SandboxBadge({ sandbox, project }: SandboxBadgeProps) {
  const plan = useApp(activeMode) === 'plan';
  const active = sandbox.state === 'active';
  const trigger = (
    <>
      <Icon of={active ? Shield : ShieldAlert} size={0.875} />
      {active ? 'sandboxed' : sandbox.state === 'off' ? 'sandbox off' : 'no sandbox'}
      {active ? (
        <span className={styles.more}>{`· writes ${plan ? 'plans only' : 'here'} · network: ${networkInShort(sandbox)}`}</span>
      ) : null}
    </>
  );
  return (
    <Popover title="Sandbox" className={styles.sandbox} tone={active ? 'ok' : 'warning'} trigger={trigger}>
      {active ? <Confinement sandbox={sandbox} plan={plan} project={project} /> : <Missing sandbox={sandbox} />}
    </Popover>
  );
}

/** One host by its name, several by their number. */
function networkInShort({ network, hosts = [] }: SandboxState): string {
  if (network !== 'allowlist') return network;
  const [first, ...more] = hosts;
  if (first === undefined) return 'asks';
  return more.length === 0 ? first : `${hosts.length} hosts`;
}

function Confinement({ sandbox, project, plan }: SandboxBadgeProps & { readonly plan: boolean }) {
  const folders = plan ? PLAN_FOLDERS.map((folder) => `${project}/${folder}`) : sandbox.writable;
  return (
    <dl className={styles.facts}>
      <dt>{plan ? 'In plan mode commands can write to' : 'Commands can write to'}</dt>
      {folders.map((folder) => (
        <dd key={folder}>
          <code>{folder}</code>
        </dd>
      ))}
      <dd>
        <code>/tmp</code>, a folder of the session
      </dd>
      <dt>Network</dt>
      <Network sandbox={sandbox} />
    </dl>
  );
}

function Network({ sandbox: { network, hosts = [] } }: { readonly sandbox: SandboxState }) {
  if (network !== 'allowlist') return <dd>{NETWORK_WORDS[network]}</dd>;
  return (
    <>
      {hosts.map((host) => (
        <dd key={host}>
          <code>{host}</code>
        </dd>
      ))}
      <dd>{hosts.length === 0 ? 'Each host is asked about' : 'Any other host is asked about'}</dd>
    </>
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
