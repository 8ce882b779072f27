import { useRef, useState } from 'react';

export interface Typed {
  /** What is typed, else what the file says. */
  readonly text: string;
  type(text: string): void;
  /** With Enter. */
  enter(): void;
  /** The focus leaves the field. What was refused as it stands is not sent again by that alone. */
  leave(): void;
}

/**
 * The text of a field. What the file says comes through as it changes, unless something else is typed: that stays until it is written, so that
 * neither is lost. `save` is false when it was not written; `undefined` means that there is nothing to write.
 */
export function useTyped(present: string, save: (text: string) => Promise<boolean> | undefined): Typed {
  const [typed, setTyped] = useState<string>();
  const refused = useRef<string>(undefined);
  const enter = async () => {
    if (typed === undefined) return;
    const written = typed === present ? undefined : save(typed);
    if (written === undefined || (await written)) setTyped((now) => (now === typed ? undefined : now));
    else refused.current = typed;
  };
  return {
    text: typed ?? present,
    type: (text) => {
      refused.current = undefined;
      setTyped(text);
    },
    enter: () => void enter(),
    leave: () => {
      if (typed !== refused.current) void enter();
    },
  };
}
