import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import type { ModelChoice } from '../../../shared/ipc.ts';
import { joinRef, splitRef } from '../../../shared/model-ref.ts';
import { activeModel, useApp, useCommands } from '../../hooks/app-context.ts';
import popup from '../../ui/popup.module.css';
import { EffortStep } from './effort-step.tsx';
import { ModelList } from './model-list.tsx';
import styles from './models.module.css';

/** Chooses the model of the session on screen, or of the next one, then how hard it thinks where it can be told. */
export function ModelChooser() {
  const { closeLayer } = useCommands();
  const open = useApp((state) => state.layers.includes('models'));
  const close = () => closeLayer('models');
  const [chosen, setChosen] = useState<ModelChoice | null>(null);
  const [wasOpen, setWasOpen] = useState(open);
  // Each opening begins with the models; while it fades out it stays as it was.
  if (wasOpen !== open) {
    setWasOpen(open);
    if (open) setChosen(null);
  }
  const leave = () => {
    if (chosen === null) close();
    else setChosen(null);
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : leave())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={popup.backdrop} />
        <Dialog.Popup
          className={`${popup.dialog} ${styles.chooser}`}
          aria-label={chosen === null ? 'Choose a model' : `Effort of ${chosen.ref}`}
        >
          <Steps chosen={chosen} onChosen={setChosen} onClose={close} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface StepsProps {
  readonly chosen: ModelChoice | null;
  readonly onChosen: (model: ModelChoice | null) => void;
  readonly onClose: () => void;
}

function Steps({ chosen, onChosen, onClose }: StepsProps) {
  const { chooseModel, setFocus } = useCommands();
  const current = useApp(activeModel);
  const use = (ref: string) => {
    onClose();
    setFocus({ target: 'composer' });
    void chooseModel(ref);
  };
  const take = (model: ModelChoice) => {
    if (model.unavailable !== undefined) return;
    if (model.efforts === undefined || model.efforts.length === 0) use(model.ref);
    else onChosen(model);
  };
  if (chosen === null) return <ModelList onTake={take} />;
  const { base, effort } = splitRef(current ?? '');
  const now = base === chosen.ref ? effort : undefined;
  return (
    <EffortStep
      model={chosen}
      current={now}
      onBack={() => onChosen(null)}
      onTake={(word) => use(joinRef({ base: chosen.ref, effort: word }))}
    />
  );
}
