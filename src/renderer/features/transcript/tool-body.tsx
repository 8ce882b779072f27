import type { ToolItem } from '../../../shared/fold-types.ts';
import type { ToolDetail } from '../../../shared/tool-detail.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { pictureUrl } from '../../ui/attachment-words.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { LineCounts } from '../../ui/line-counts.tsx';
import { OutputText } from '../../ui/output-text.tsx';
import { hasFailed } from './rows.ts';
import styles from './tool.module.css';
import { argumentOf, endWords, refusals } from './tool-line.ts';

/** What a call shows when its line is open. */
export function ToolBody({ item }: { readonly item: ToolItem }) {
  if (item.name === 'bash') return <Command item={item} />;
  if (item.detail?.kind === 'mutate') return <Changes detail={item.detail} />;
  if (item.detail?.kind === 'picture') return <Shown detail={item.detail} />;
  return (
    <div className={styles.body}>
      <OutputText
        text={item.detail?.kind === 'shown' ? item.detail.text : (item.text ?? item.output)}
        empty={item.state === 'pending' ? 'Not started yet.' : 'No output.'}
      />
      <Arguments text={item.arguments} />
    </div>
  );
}

function Command({ item }: { readonly item: ToolItem }) {
  const detail = item.detail?.kind === 'bash' ? item.detail : undefined;
  const command = detail?.command ?? argumentOf(item.arguments, 'command') ?? item.arguments;
  const running = item.state === 'running';
  const output = detail?.output ?? (running ? item.output : item.text) ?? '';
  return (
    <div className={styles.body}>
      <pre className={styles.command}>
        <span aria-hidden="true">$ </span>
        {command}
      </pre>
      <OutputText text={output} tail={running || hasFailed(item)} empty={running ? 'No output yet.' : 'No output.'} />
      {detail === undefined ? null : <CommandEnd detail={detail} />}
    </div>
  );
}

function CommandEnd({ detail }: { readonly detail: Extract<ToolDetail, { kind: 'bash' }> }) {
  const ok = detail.exitCode === 0;
  return (
    <p className={styles.end}>
      <span data-failed={!ok || undefined} data-ok={ok || undefined}>
        {endWords(detail)}
      </span>
      {refusals(detail).map((words) => (
        <span key={words} data-failed={true}>
          {words}
        </span>
      ))}
      <span>{detail.sandboxed ? 'sandboxed' : 'not sandboxed'}</span>
      {detail.truncated ? (
        <span>{`middle left out${detail.artifact === undefined ? '' : `; all of it in ${detail.artifact}`}`}</span>
      ) : null}
    </p>
  );
}

function Changes({ detail }: { readonly detail: Extract<ToolDetail, { kind: 'mutate' }> }) {
  const layout = useApp((state) => state.diffStyle);
  const several = detail.changes.length > 1;
  return (
    <div className={styles.body}>
      {detail.changes.map((change) => (
        <div key={change.path} className={styles.change}>
          {several ? (
            <p className={styles.file}>
              <span>{change.path}</span>
              <LineCounts added={change.added} removed={change.removed} />
            </p>
          ) : null}
          <DiffView change={change} layout={layout} />
        </div>
      ))}
    </div>
  );
}

function Shown({ detail: { picture, path } }: { readonly detail: Extract<ToolDetail, { kind: 'picture' }> }) {
  const { view } = useCommands();
  const attachment = { kind: 'picture', ...picture, name: path } as const;
  return (
    <div className={styles.body}>
      <button type="button" className={styles.picture} onClick={() => view([attachment], 0)}>
        <img
          src={pictureUrl(picture)}
          alt={`${path}, ${picture.width} × ${picture.height}`}
          width={picture.width}
          height={picture.height}
        />
      </button>
    </div>
  );
}

function Arguments({ text }: { readonly text: string }) {
  if (text === '' || text === '{}') return null;
  return (
    <details className={styles.arguments}>
      <summary>Arguments</summary>
      <pre>{text}</pre>
    </details>
  );
}
