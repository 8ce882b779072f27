import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useApp, useCommands } from '../hooks/app-context.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './shell.module.css';

/** How long it stays. What it offers stays possible afterwards: in the trash and among the archived sessions. */
const SHOWN_MS = 12_000;

/** Says what was done, with the button that takes it back. */
export function ToastView() {
  const { undoToast, dismissToast } = useCommands();
  const toast = useApp((state) => state.library.toast);
  useEffect(() => {
    if (toast === null) return;
    const timer = setTimeout(dismissToast, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, dismissToast]);
  return (
    <div className={styles.toasts} role="status">
      {toast === null ? null : (
        <div className={styles.toast}>
          <span className={styles.toastText}>{toast.message}</span>
          {toast.undo === undefined ? null : (
            <Button size="small" onClick={() => void undoToast()}>
              Undo
            </Button>
          )}
          <IconButton size="small" label="Close" onClick={dismissToast}>
            <Icon of={X} size={0.875} />
          </IconButton>
        </div>
      )}
    </div>
  );
}
