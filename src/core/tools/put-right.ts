/** What the model is told of a path that the sandbox mended after a command. */
export function putRight(path: string): string {
  return `${path} was put right after the command: left as it was, it could make git outside the sandbox run something or work elsewhere, or a blocked path lead elsewhere.`;
}
