import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import popup from './popup.module.css';

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** For what is looked at, such as a picture. */
  readonly wide?: boolean;
  readonly onKeyDown?: (event: React.KeyboardEvent) => void;
  readonly foot?: ReactNode;
  /** As large as the window allows, with content that scrolls by itself. */
  readonly large?: boolean;
  /** Something to read rather than to fill in: the focus goes to the dialog itself. */
  readonly reading?: boolean;
  readonly children: ReactNode;
}

/** The focus goes to its first field, or to the dialog itself where it has none. */
export function Dialog({ title, open, onClose, wide = false, reading = false, onKeyDown, foot, large = false, children }: DialogProps) {
  const frame = useRef<HTMLDivElement>(null);
  const first = () => (reading ? frame.current : null) ?? frame.current?.querySelector<HTMLElement>('input') ?? frame.current;
  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className={popup.backdrop} />
        <Base.Popup
          ref={frame}
          className={popup.dialog}
          data-wide={wide || undefined}
          data-large={large || undefined}
          initialFocus={first}
          onKeyDown={onKeyDown}
        >
          <div className={popup.dialogHead}>
            <Base.Title className={popup.dialogTitle}>{title}</Base.Title>
            <IconButton label="Close" keys="Esc" onClick={onClose}>
              <Icon of={X} />
            </IconButton>
          </div>
          <div className={popup.dialogBody}>{children}</div>
          {foot === undefined ? null : <div className={popup.dialogFoot}>{foot}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
