/** So many items are worked through in a few milliseconds. */
export const SLICE = 500;

/** Lets the window paint and answer before the work goes on. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
