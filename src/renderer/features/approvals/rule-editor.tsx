import { useEffect, useRef, useState } from 'react';
import type { Approval, RuleKind, RulePreview } from '../../../shared/approvals.ts';
import { useCommands } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import styles from './approval.module.css';

export interface RuleEditorProps {
  readonly approval: Approval;
  readonly pattern: string;
  readonly onChange: (pattern: string) => void;
  readonly onKeep: (pattern: string) => void;
  readonly onCancel: () => void;
}

const COVERS: Readonly<Record<RuleKind, string>> = {
  path: 'The path and all that lies below it, in every session and worktree of this project. * and ** are wildcards.',
  command: 'Commands with these words, in every session and worktree of this project. * at the end stands for any further arguments.',
  network: 'This host, in every session and worktree of this project. *.example.org stands for all its subdomains.',
};

/** Makes a rule of the question: its pattern, and what that would have answered so far. */
export function RuleEditor({ approval, pattern, onChange, onKeep, onCancel }: RuleEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const preview = usePreview(approval, pattern);
  useEffect(() => field.current?.focus(), []);
  const bad = preview?.problem !== undefined;
  const keep = () => (bad || pattern.trim() === '' ? undefined : onKeep(pattern));
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      keep();
    }
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <div className={styles.rule} data-owns-escape="">
      <label className={styles.ruleField}>
        <span>Allow for this project</span>
        <input
          ref={field}
          type="text"
          value={pattern}
          aria-invalid={bad}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <p className={styles.reason}>{approval.kind === 'loop' ? '' : COVERS[approval.kind]}</p>
      <p className={styles.ruleOutcome} data-bad={bad || undefined} role="status">
        {preview === undefined ? ' ' : (preview.problem ?? outcome(preview))}
      </p>
      <Examples preview={preview} />
      <div className={styles.answers}>
        <Button tone="primary" disabled={bad || pattern.trim() === ''} onClick={keep}>
          Allow and keep the rule
        </Button>
        <Button onClick={onCancel}>Back</Button>
      </div>
    </div>
  );
}

/** What the pattern would have answered, one line each. */
function Examples({ preview }: { readonly preview: RulePreview | undefined }) {
  if (preview === undefined || preview.problem !== undefined || preview.examples.length === 0) return null;
  return (
    <ul className={styles.examples} aria-label="Earlier questions that it covers">
      {preview.examples.map((example) => (
        <li key={example}>
          <code title={example}>{example}</code>
        </li>
      ))}
    </ul>
  );
}

function outcome({ asked, matched, denied }: RulePreview): string {
  if (asked === 0) return 'Nothing of this kind was asked in this project before.';
  const refused = denied === 0 ? '' : `, ${denied} of which you denied`;
  return `Would have answered ${matched} of ${asked} earlier questions${refused}.`;
}

const TYPING_MS = 120;

/** Asked for once the person stops typing; an answer that comes late is dropped. */
function usePreview({ kind, access, subject }: Approval, pattern: string): RulePreview | undefined {
  const { previewRule } = useCommands();
  const [preview, setPreview] = useState<RulePreview>();
  useEffect(() => {
    if (kind === 'loop' || pattern.trim() === '') return setPreview(undefined);
    let wanted = true;
    const timer = setTimeout(() => {
      void previewRule({ kind, access, pattern }, subject).then((answer) => (wanted ? setPreview(answer) : undefined));
    }, TYPING_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [kind, access, subject, pattern, previewRule]);
  return preview;
}
