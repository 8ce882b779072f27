import { Tooltip } from '@base-ui/react/tooltip';
import { Hammer, Telescope } from 'lucide-react';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { activeMode } from '../../store/sessions.ts';
import { LOCAL_KEYS } from '../../store/shortcuts.ts';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import popup from '../../ui/popup.module.css';
import styles from './status.module.css';

const MEANING = {
  plan: 'Plan: reads and writes plans, changes nothing else. Press for build.',
  build: 'Build: the project can be changed. Press for plan.',
} as const;

/** The mode of the session on screen, or of the next one; a press switches it. */
export function ModeBadge() {
  const { toggleMode } = useCommands();
  const mode = useApp(activeMode) === 'plan' ? 'plan' : 'build';
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        type="button"
        className={styles.mode}
        data-mode={mode}
        aria-label={`Mode: ${mode}`}
        onClick={() => void toggleMode()}
      >
        <Icon of={mode === 'plan' ? Telescope : Hammer} size={0.8125} />
        {mode}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className={popup.positioner}>
          <Tooltip.Popup className={popup.tooltip}>
            {MEANING[mode]}
            <Kbd keys={LOCAL_KEYS.mode} />
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
