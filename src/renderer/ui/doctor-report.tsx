import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { DoctorCheck } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import styles from './doctor-report.module.css';
import { Icon } from './icon.tsx';
import { Note } from './problem-note.tsx';
import { Prose } from './prose.tsx';
import { Spinner } from './spinner.tsx';

export interface DoctorReportProps {
  readonly doctor:
    | { readonly state: 'idle' | 'loading' }
    | { readonly state: 'ready'; readonly value: readonly DoctorCheck[] }
    | { readonly state: 'failed'; readonly problem: Problem };
}

/** What was checked on this machine, and what to do where it is not right. */
export function DoctorReport({ doctor }: DoctorReportProps) {
  switch (doctor.state) {
    case 'idle':
      return <p className={styles.message}>Checks the sandbox, git and the config on this machine.</p>;
    case 'loading':
      return (
        <p className={styles.busy}>
          <Spinner />
          Checking this machine
        </p>
      );
    case 'failed':
      return <Note level="error" message={doctor.problem.message} hint={doctor.problem.hint} safe={doctor.problem.safe} />;
    case 'ready':
      return (
        <ul className={styles.report}>
          {doctor.value.map((check) => (
            <CheckRow key={check.id} check={check} />
          ))}
        </ul>
      );
  }
}

const MARKS = { ok: CircleCheck, warning: TriangleAlert, failed: CircleX } as const;
const WORDS = { ok: 'fine', warning: 'warning', failed: 'failed' } as const;

function CheckRow({ check }: { readonly check: DoctorCheck }) {
  return (
    <li className={styles.check} data-state={check.state}>
      <Icon of={MARKS[check.state]} />
      <div>
        <p>
          {check.title}
          <span className="sr-only">{`: ${WORDS[check.state]}`}</span>
        </p>
        <p className={styles.message}>
          <Prose text={check.message} />
        </p>
        {check.hint === undefined ? null : (
          <p className={styles.hint}>
            <Prose text={check.hint} />
          </p>
        )}
      </div>
    </li>
  );
}
