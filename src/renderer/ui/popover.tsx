import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import popup from './popup.module.css';

export interface PopoverProps {
  readonly title: string;
  readonly trigger: ReactNode;
  readonly className?: string | undefined;
  readonly tone?: string;
  /** Opens while the pointer rests on it too. */
  readonly hover?: boolean;
  readonly children: ReactNode;
}

export function Popover({ title, trigger, className, tone, hover = false, children }: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger className={className} data-tone={tone} openOnHover={hover}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" className={popup.positioner}>
          <Base.Popup className={popup.popover} data-popup="">
            <Base.Title className={popup.dialogTitle}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
