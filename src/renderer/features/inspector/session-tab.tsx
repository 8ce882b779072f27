import { useState } from 'react';
import type { SessionSummary } from '../../../shared/session.ts';
import { activeModel, useApp, useCommands, useView } from '../../hooks/app-context.ts';
import { useModelName } from '../../hooks/use-model-name.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/code-block.tsx';
import { dateTime } from '../../ui/format.ts';
import styles from './inspector.module.css';
import { SessionCost } from './session-cost.tsx';

export function SessionTab() {
  const summary = useApp((state) => state.sessions.find((session) => session.id === state.current));
  const view = useView((shown) => shown);
  const model = useModelName(useApp(activeModel));
  if (summary === undefined) return <p className={styles.empty}>The first prompt starts the session.</p>;
  const title = view.title === '' ? summary.title : view.title;
  return (
    <div className={styles.sheet}>
      <Rename key={`${summary.id}:${title}`} summary={summary} title={title} />
      <section>
        <h3>About</h3>
        <dl className={styles.table}>
          <Row name="Model" value={model.name ?? 'none'} title={model.full} />
          <Row name="Turns" value={String(view.turns)} />
          <Row name="Started" value={dateTime(summary.createdAt)} />
          <Row name="Last change" value={dateTime(Math.max(summary.updatedAt, view.updatedAt))} />
          <Row name="Project" value={view.project} />
          <div>
            <dt>Id</dt>
            <dd className={styles.id}>
              <code>{summary.id}</code>
              <CopyButton text={summary.id} label="Copy the id" />
            </dd>
          </div>
        </dl>
      </section>
      <SessionCost />
      {summary.readOnly ? (
        <p className={styles.aside}>This session can only be read here: another process holds it, or a newer Steiner wrote it.</p>
      ) : null}
    </div>
  );
}

interface RowProps {
  readonly name: string;
  readonly value: string;
  readonly title?: string | undefined;
}

function Row({ name, value, title }: RowProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={title}>{value}</dd>
    </div>
  );
}

function Rename({ summary, title }: { readonly summary: SessionSummary; readonly title: string }) {
  const { renameSession } = useCommands();
  const [text, setText] = useState(title);
  const save = (event: React.FormEvent) => {
    event.preventDefault();
    void renameSession(summary.id, text);
  };
  return (
    <form className={styles.rename} onSubmit={save}>
      <label htmlFor="session-title">Title</label>
      <div>
        <input
          id="session-title"
          type="text"
          value={text}
          maxLength={200}
          disabled={summary.readOnly}
          onChange={(event) => setText(event.target.value)}
        />
        <Button disabled={text.trim() === '' || text === title} type="submit">
          Rename
        </Button>
      </div>
    </form>
  );
}
