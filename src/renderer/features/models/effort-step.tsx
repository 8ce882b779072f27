import { ArrowLeft, Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ModelChoice } from '../../../shared/ipc.ts';
import { PROVIDER_DEFAULT } from '../../../shared/model-ref.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import popup from '../../ui/popup.module.css';
import styles from './models.module.css';

export interface EffortStepProps {
  readonly model: ModelChoice;
  /** In force now, when this model is the one in use. */
  readonly current: string | undefined;
  readonly onBack: () => void;
  readonly onTake: (effort: string | undefined) => void;
}

/** How hard the model thinks, in its provider's own words. Holds for this session only. */
export function EffortStep({ model, current, onBack, onTake }: EffortStepProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const efforts = effortsOf(model);
  useEffect(() => {
    const buttons = list.current?.querySelectorAll('button');
    buttons?.[Math.max(0, effortsOf(model).indexOf(current))]?.focus();
  }, [model, current]);
  return (
    <div data-owns-escape="">
      <div className={popup.dialogHead}>
        <IconButton label="Back to the models" keys="Esc" onClick={onBack}>
          <Icon of={ArrowLeft} />
        </IconButton>
        <h2 className={`${popup.dialogTitle} ${styles.effortTitle}`}>Effort of {model.ref}</h2>
      </div>
      <fieldset ref={list} aria-label="Effort" className={styles.efforts} onKeyDown={moveFocus}>
        {efforts.map((effort) => (
          <button
            key={effort ?? ''}
            type="button"
            className={`${popup.item} ${styles.effort}`}
            aria-pressed={effort === current}
            onClick={() => onTake(effort)}
          >
            <span className={styles.mark}>{effort === current ? <Icon of={Check} /> : null}</span>
            {wordOf(effort, model)}
          </button>
        ))}
      </fieldset>
      <p className={styles.foot}>For this session. The configuration is not changed.</p>
    </div>
  );
}

/** What the definition says comes first, as undefined; then what the provider does by itself. */
function effortsOf(model: ModelChoice): readonly (string | undefined)[] {
  return [undefined, ...(model.effort === undefined ? [] : [PROVIDER_DEFAULT]), ...(model.efforts ?? [])];
}

function wordOf(effort: string | undefined, model: ModelChoice): string {
  if (effort === undefined && model.effort !== undefined) return `As configured: ${model.effort}`;
  return effort === undefined || effort === PROVIDER_DEFAULT ? 'Default of the provider' : effort;
}

function moveFocus(event: KeyboardEvent<HTMLFieldSetElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  if (step === undefined || at < 0) return;
  event.preventDefault();
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}
