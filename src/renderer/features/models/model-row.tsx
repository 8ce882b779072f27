import { Autocomplete } from '@base-ui/react/autocomplete';
import { Check, Image, Star } from 'lucide-react';
import type { ModelChoice } from '../../../shared/ipc.ts';
import { splitRef } from '../../../shared/model-ref.ts';
import { activeModel, useApp } from '../../hooks/app-context.ts';
import { fullName } from '../../hooks/use-model-name.ts';
import { count } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeptEnd } from '../../ui/kept-end.tsx';
import popup from '../../ui/popup.module.css';
import { columnWords, priceWords } from './model-words.ts';
import styles from './models.module.css';

export interface ModelRowProps {
  readonly model: ModelChoice;
  /** Why it cannot be asked stands in the heading already. */
  readonly said: boolean;
  readonly onTake: (model: ModelChoice) => void;
}

/** One model in columns. One that cannot be asked stays readable and says why. */
export function ModelRow({ model, said, onTake }: ModelRowProps) {
  const current = useApp((state) => splitRef(activeModel(state) ?? '').base === model.ref);
  const off = model.unavailable !== undefined;
  return (
    <Autocomplete.Item
      value={model}
      className={`${popup.item} ${styles.row}`}
      aria-disabled={off || undefined}
      data-off={off || undefined}
      data-reason={(off && !said) || undefined}
      onClick={() => onTake(model)}
    >
      <Name model={model} current={current} />
      <span className="sr-only">{rowWords(model, current)}</span>
      {off && !said ? (
        <span className={styles.reason} title={model.unavailable} aria-hidden="true">
          {model.unavailable}
        </span>
      ) : (
        <Facts model={model} />
      )}
    </Autocomplete.Item>
  );
}

function rowWords(model: ModelChoice, current: boolean): string {
  return [current ? 'in use' : '', model.favourite ? 'favourite' : '', model.unavailable ?? columnWords(model)]
    .filter((part) => part !== '')
    .join(', ');
}

function Name({ model, current }: { readonly model: ModelChoice; readonly current: boolean }) {
  const full = fullName(model);
  const about = [
    model.ref === full ? '' : full,
    model.scripted ? 'scripted demo, not a model' : '',
    model.unlisted ? 'not in its provider’s list' : '',
  ];
  const detail = about.filter((part) => part !== '').join(' · ');
  return (
    <span className={styles.name}>
      <span className={styles.mark}>{current ? <Icon of={Check} /> : null}</span>
      <span className={styles.title} title={model.ref}>
        <KeptEnd text={model.ref} />
      </span>
      {detail === '' ? null : <span className={styles.detail}>{detail}</span>}
      {model.favourite ? <Icon of={Star} /> : null}
    </span>
  );
}

function Facts({ model: { contextWindow, price, vision } }: { readonly model: ModelChoice }) {
  return (
    <>
      <span className={styles.number} aria-hidden="true">
        {contextWindow === undefined ? '–' : count(contextWindow)}
      </span>
      <span className={styles.number} aria-hidden="true">
        {price === undefined ? '–' : priceWords(price)}
      </span>
      <span className={styles.vision} aria-hidden="true">
        {vision ? <Icon of={Image} /> : vision === undefined ? '?' : '–'}
      </span>
    </>
  );
}
