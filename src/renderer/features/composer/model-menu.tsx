import { ChevronDown } from 'lucide-react';
import { activeModel, useApp, useCommands } from '../../hooks/app-context.ts';
import { count } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';

/** Chooses the model of the session on screen, or of the next one. */
export function ModelMenu({ className }: { readonly className?: string | undefined }) {
  const { chooseModel, loadModels } = useCommands();
  const active = useApp(activeModel);
  const models = useApp((state) => state.models);
  const choices = models.state === 'ready' ? models.value : [];
  const entries = choices.map((model) => ({
    id: model.ref,
    title: model.ref,
    detail: details(model),
    checked: model.ref === active || `${model.provider}/${model.id}` === active,
    onSelect: () => void chooseModel(model.ref),
  }));
  const trigger = (
    <>
      <span>{active ?? 'No model'}</span>
      <Icon of={ChevronDown} size={0.75} />
    </>
  );
  return (
    <Menu
      label={`Model: ${active ?? 'No model'}`}
      className={className}
      trigger={trigger}
      heading={choices.length === 0 ? emptyWords(models.state) : 'Model for the next turn'}
      entries={entries}
      onOpen={() => (models.state === 'failed' ? void loadModels() : undefined)}
    />
  );
}

function details({
  provider,
  id,
  contextWindow,
  scripted,
}: {
  provider: string;
  id: string;
  contextWindow?: number;
  scripted: boolean;
}): string {
  const window = contextWindow === undefined ? '' : ` · ${count(contextWindow)} context`;
  return `${provider}/${id}${window}${scripted ? ' · scripted demo, not a model' : ''}`;
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
