import { ChevronRight } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { DiffView, SPLIT_REM } from '../../ui/diff-view.tsx';
import { baseName, folderName, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { LineCounts } from '../../ui/line-counts.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { changedFiles, type FileEdits } from './changes.ts';
import styles from './inspector.module.css';
import { useEditCalls } from './use-edit-calls.ts';

/** Up to this many files open by themselves. */
const OPEN_FILES = 3;
/** Diffs drawn of one file before a person asks for earlier ones. */
const DRAWN_EDITS = 4;
/** What stands beside a diff in this tab. */
const MARGINS_REM = 1.625;

export function ChangesTab() {
  const turn = useApp((state) => state.reviewTurn);
  const { calls, reading } = useEditCalls(turn);
  const files = useMemo(() => changedFiles(calls), [calls]);
  return (
    <>
      <Bar files={files} />
      {files.length === 0 ? (
        <p className={styles.empty}>
          {reading
            ? 'Reading the earlier part of the session'
            : turn === null
              ? 'No file changed by an edit in this session yet.'
              : 'No file changed by an edit in this turn.'}
        </p>
      ) : (
        <ul className={styles.files}>
          {files.map((file) => (
            <FileRow key={file.path} file={file} openByDefault={files.length <= OPEN_FILES} />
          ))}
        </ul>
      )}
    </>
  );
}

function Bar({ files }: { readonly files: readonly FileEdits[] }) {
  const { review, setDiffStyle } = useCommands();
  const turn = useApp((state) => state.reviewTurn);
  const style = useApp((state) => state.diffStyle);
  const bar = useRef<HTMLDivElement>(null);
  const wide = useWide(bar, SPLIT_REM + MARGINS_REM);
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  return (
    <div ref={bar} className={styles.bar}>
      <span className={styles.scope}>
        {turn === null ? 'Session' : 'One turn'}
        {files.length === 0 ? null : ` · ${plural(files.length, 'file')}`}
      </span>
      {files.length === 0 ? null : <LineCounts added={added} removed={removed} />}
      <span className={styles.space} />
      {turn === null ? null : (
        <Button size="small" tone="plain" onClick={() => void review(null)}>
          Whole session
        </Button>
      )}
      <Segments
        label="Layout of diffs"
        value={style}
        options={[
          { value: 'unified', title: 'Unified' },
          { value: 'split', title: wide || style === 'unified' ? 'Split' : 'Split when wider' },
        ]}
        onChange={setDiffStyle}
      />
    </div>
  );
}

const CHANGE_MARKS = { created: 'new', modified: '', deleted: 'deleted', moved: 'moved' } as const;

function FileRow({ file, openByDefault }: { readonly file: FileEdits; readonly openByDefault: boolean }) {
  const { setFold } = useCommands();
  const layout = useApp((state) => state.diffStyle);
  const row = `file:${file.path}`;
  const open = useApp((state) => state.folds[row]) ?? openByDefault;
  return (
    <li className={styles.file}>
      <button type="button" className={styles.fileHead} aria-expanded={open} title={file.path} onClick={() => setFold(row, !open)}>
        <span className={styles.arrow} data-open={open || undefined}>
          <Icon of={ChevronRight} size={0.875} />
        </span>
        <span className={styles.fileName}>
          {baseName(file.path)}
          <span className={styles.folder}>{folderName(file.path)}</span>
        </span>
        <span className={styles.mark}>{CHANGE_MARKS[file.change]}</span>
        <LineCounts added={file.added} removed={file.removed} />
      </button>
      {open ? <Edits file={file} layout={layout} /> : null}
    </li>
  );
}

/** The newest edits of a file; older ones on demand, a handful at a time. */
function Edits({ file, layout }: { readonly file: FileEdits; readonly layout: 'unified' | 'split' }) {
  const [drawn, setDrawn] = useState(DRAWN_EDITS);
  const hidden = Math.max(0, file.edits.length - drawn);
  return (
    <div className={styles.diffs}>
      {hidden === 0 ? null : (
        <Button size="small" tone="plain" onClick={() => setDrawn(drawn + DRAWN_EDITS)}>
          {`Show earlier edits (${hidden})`}
        </Button>
      )}
      {file.edits.slice(hidden).map(({ call, change }) => (
        <DiffView key={call} change={change} layout={layout} />
      ))}
    </div>
  );
}
