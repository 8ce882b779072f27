import { useRef, useState } from 'react';
import { useApp, useCommands } from '../../../hooks/app-context.ts';
import type { Row } from '../model.ts';

export interface Typed {
  /** What is typed, else what the file says. */
  readonly text: string;
  /** Something else than the file says is typed, and nobody is at it. */
  readonly unsaved: boolean;
  type(text: string): void;
  focus(): void;
  /** With Enter. */
  enter(): void;
  /** The focus leaves the field. What was refused as it stands is not sent again by that alone. */
  leave(): void;
  discard(): void;
}

/** The field of the window's store that a row's text is kept in. */
export function fieldOf({ scope, key }: Pick<Row, 'scope' | 'key'>): string {
  return `${scope} ${key}`;
}

/**
 * The text of a field. What the file says comes through as it changes, unless something else is typed: that stays until it is written or discarded, also
 * on another page, so that neither is lost. `save` is false when it was not written; `undefined` means that there is nothing to write.
 */
export function useTyped(row: Row, present: string, save: (text: string) => Promise<boolean> | undefined): Typed {
  const { typeSetting } = useCommands();
  const field = fieldOf(row);
  const kept = useApp((state) => state.settings.typed[field]);
  const typed = kept?.text;
  const [focused, setFocused] = useState(false);
  const [saving, setSaving] = useState(false);
  const latest = useRef(typed);
  latest.current = typed;
  const enter = async () => {
    if (typed === undefined) return;
    const written = typed === present ? undefined : save(typed);
    setSaving(true);
    const taken = written === undefined || (await written);
    if (latest.current === typed) typeSetting(field, taken ? undefined : { text: typed, refused: true });
    setSaving(false);
  };
  return {
    text: typed ?? present,
    unsaved: typed !== undefined && typed !== present && !focused && !saving,
    type: (text) => typeSetting(field, { text, refused: false }),
    focus: () => setFocused(true),
    enter: () => void enter(),
    leave: () => {
      setFocused(false);
      if (kept?.refused !== true) void enter();
    },
    discard: () => typeSetting(field, undefined),
  };
}
