import type { AssistantItem } from '../../../shared/fold-types.ts';
import type { ModelStop } from '../../../shared/messages.ts';
import { useScripted } from '../../hooks/app-context.ts';
import { useModelName } from '../../hooks/use-model-name.ts';
import { Badge } from '../../ui/badge.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { ForkButton } from './fork-button.tsx';
import styles from './message.module.css';
import { PinButton } from './pin-button.tsx';
import { thinkingOf } from './rows.ts';
import { Thinking } from './thinking.tsx';

/** Where the model's part of a turn begins. */
export function ModelRow({ model }: { readonly model: string }) {
  const scripted = useScripted();
  const { name, full } = useModelName(model);
  return (
    <div className={styles.model}>
      <span title={full}>{name}</span>
      {scripted ? <Badge tone="waiting">Scripted demo, not a model</Badge> : null}
    </div>
  );
}

export function AssistantRow({ item }: { readonly item: AssistantItem }) {
  const thinking = thinkingOf(item);
  const text = item.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
  const cut = item.streaming ? undefined : stopWords(item.stop);
  return (
    <article className={styles.assistant} aria-label="Answer" aria-busy={item.streaming}>
      {thinking === '' ? null : <Thinking id={item.id} text={thinking} growing={item.streaming && text === ''} />}
      {text === '' ? null : <Markdown text={text} streaming={item.streaming} />}
      {cut === undefined ? null : <p className={styles.cut}>{cut}</p>}
      {item.streaming || text === '' ? null : (
        <div className={styles.actions}>
          <PinButton message={item.id} />
          <ForkButton message={item.id} />
        </div>
      )}
    </article>
  );
}

function stopWords(stop: ModelStop | undefined): string | undefined {
  switch (stop) {
    case 'cut':
      return 'The connection broke here.';
    case 'max_tokens':
      return 'The answer reached its length limit here.';
    case 'refusal':
      return 'The model declined to go on.';
    case 'cancelled':
      return 'Stopped here.';
    case 'complete':
    case 'tool_calls':
    case undefined:
      return undefined;
  }
}
