/** A promise that a test opens: what waits on `wait` goes on after `open`, also when it came first. */
export interface Gate {
  readonly wait: Promise<void>;
  open(): void;
}

export function createGate(): Gate {
  let open = () => {};
  const wait = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { wait, open };
}
