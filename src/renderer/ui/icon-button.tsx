import { Tooltip } from '@base-ui/react/tooltip';
import type { ComponentProps, ReactNode } from 'react';
import styles from './controls.module.css';
import { Kbd } from './kbd.tsx';
import popup from './popup.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** What it does; its accessible name and its tooltip. */
  readonly label: string;
  readonly keys?: string;
  readonly size?: 'normal' | 'small';
  readonly children: ReactNode;
}

export function IconButton({ label, keys, size = 'normal', children, ...rest }: IconButtonProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger type="button" className={styles.icon} data-size={size} aria-label={label} {...rest}>
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className={popup.positioner}>
          <Tooltip.Popup className={popup.tooltip}>
            {label}
            {keys === undefined ? null : <Kbd keys={keys} />}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
