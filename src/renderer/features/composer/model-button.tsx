import { ChevronDown } from 'lucide-react';
import { activeModel, useApp, useCommands } from '../../hooks/app-context.ts';
import { useModelName } from '../../hooks/use-model-name.ts';
import { keysOf } from '../../store/shortcuts.ts';
import { Icon } from '../../ui/icon.tsx';

/** The model of the session on screen, or of the next one; opens the chooser. */
export function ModelButton({ className }: { readonly className?: string | undefined }) {
  const { openModels } = useCommands();
  const { name = 'No model', full, effort } = useModelName(useApp(activeModel));
  const shown = effort === undefined ? name : `${name} · ${effort}`;
  return (
    <button
      type="button"
      className={className}
      aria-label={`Model: ${shown}`}
      aria-haspopup="dialog"
      title={`${full ?? name} (${keysOf('models')})`}
      onClick={() => void openModels()}
    >
      <span>{shown}</span>
      <Icon of={ChevronDown} size={0.75} />
    </button>
  );
}
