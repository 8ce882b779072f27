import { ChevronDown } from 'lucide-react';
import type { ModelChoice } from '../../../shared/ipc.ts';
import { activeModel, useApp, useCommands } from '../../hooks/app-context.ts';
import { fullName, useModelName } from '../../hooks/use-model-name.ts';
import { count } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';

/** Chooses the model of the session on screen, or of the next one. */
export function ModelMenu({ className }: { readonly className?: string | undefined }) {
  const { chooseModel, loadModels } = useCommands();
  const active = useApp(activeModel);
  const { name = 'No model', full } = useModelName(active);
  const models = useApp((state) => state.models);
  const choices = models.state === 'ready' ? models.value : [];
  const entries = choices.map((model) => ({
    id: model.ref,
    title: model.ref,
    detail: details(model),
    checked: model.ref === name,
    onSelect: () => void chooseModel(model.ref),
  }));
  const trigger = (
    <>
      <span title={full}>{name}</span>
      <Icon of={ChevronDown} size={0.75} />
    </>
  );
  return (
    <Menu
      label={`Model: ${name}`}
      className={className}
      trigger={trigger}
      heading={choices.length === 0 ? emptyWords(models.state) : 'Model for the next turn'}
      entries={entries}
      onOpen={() => (models.state === 'failed' ? void loadModels() : undefined)}
    />
  );
}

function details({ contextWindow, scripted, ...model }: ModelChoice): string {
  const window = contextWindow === undefined ? '' : ` · ${count(contextWindow)} context`;
  return `${fullName(model)}${window}${scripted ? ' · scripted demo, not a model' : ''}`;
}

function emptyWords(state: 'idle' | 'loading' | 'ready' | 'failed'): string {
  switch (state) {
    case 'idle':
    case 'loading':
      return 'Reading the model list';
    case 'failed':
      return 'The model list could not be read';
    case 'ready':
      return 'No model is configured';
  }
}
