/** What the fixture's preload puts into the page, and what its page script keeps there. */
export interface FixturePage {
  readonly fixture: {
    invoke(channel: string, ...args: unknown[]): Promise<unknown>;
    send(channel: string, ...args: unknown[]): void;
    listen(channel: string, listener: (...args: unknown[]) => void): () => void;
    invokeFunction(): Promise<unknown>;
    readonly nested: { readonly list: readonly [number, { twice(n: number): number }] };
  };
  readonly seenAtStart: string;
  readonly inlineRan?: boolean;
  readonly violations: readonly string[];
  heard: unknown[];
  stop(): void;
}

declare global {
  interface Window extends FixturePage {}
}
