import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import popup from './popup.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  /** Shown only: who owns the menu listens for them. */
  readonly keys?: string;
  readonly checked?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

export interface MenuProps {
  /** Accessible name of the trigger when its content is not one. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly trigger: ReactNode;
  readonly heading?: string;
  readonly entries: readonly MenuEntry[];
  readonly onOpen?: () => void;
}

export function Menu({ label, className, trigger, heading, entries, onOpen }: MenuProps) {
  return (
    <Base.Root onOpenChange={(open) => (open ? onOpen?.() : undefined)}>
      <Base.Trigger className={className} aria-label={label}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="start" className={popup.positioner} role="region" aria-label={label}>
          <Base.Popup className={popup.menu} data-popup="">
            <Base.Group>
              {heading === undefined ? null : <Base.GroupLabel className={popup.label}>{heading}</Base.GroupLabel>}
              {entries.map((entry) => (
                <MenuRow key={entry.id} entry={entry} checkable={entries.some((other) => other.checked !== undefined)} />
              ))}
            </Base.Group>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function MenuRow({ entry, checkable }: { readonly entry: MenuEntry; readonly checkable: boolean }) {
  return (
    <Base.Item className={popup.item} disabled={entry.disabled ?? false} onClick={entry.onSelect}>
      {checkable ? <span className={popup.check}>{entry.checked === true ? <Icon of={Check} /> : null}</span> : null}
      <span className={popup.itemText}>
        <span className={popup.itemTitle}>{entry.title}</span>
        {entry.detail === undefined ? null : <div className={popup.itemDetail}>{entry.detail}</div>}
      </span>
      {entry.keys === undefined ? null : <Kbd keys={entry.keys} />}
      {entry.checked === true ? <span className="sr-only">selected</span> : null}
    </Base.Item>
  );
}
