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
  const typed = useApp((state) => state.settings.typed[field]);
  const [focused, setFocused] = useState(false);
  const [saving, setSaving] = useState(false);
  const latest = useRef(typed);
  latest.current = typed;
  const refused = useRef<string>(undefined);
  const enter = async () => {
    if (typed === undefined) return;
    const written = typed === present ? undefined : save(typed);
    setSaving(true);
    if (written !== undefined && !(await written)) refused.current = typed;
    else if (latest.current === typed) typeSetting(field, undefined);
    setSaving(false);
  };
  return {
    text: typed ?? present,
    unsaved: typed !== undefined && typed !== present && !focused && !saving,
    type: (text) => {
      refused.current = undefined;
      typeSetting(field, text);
    },
    focus: () => setFocused(true),
    enter: () => void enter(),
    leave: () => {
      setFocused(false);
      if (typed !== refused.current) void enter();
    },
    discard: () => typeSetting(field, undefined),
  };
}
