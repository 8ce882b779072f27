import type { WebFrameMain } from 'electron';

/** The main frame of a window: the only frame whose messages reach the app. */
export interface HostFrame extends Pick<WebFrameMain, 'url' | 'origin' | 'parent' | 'frameTreeNodeId' | 'processId' | 'routingId'> {
  readonly parent: null;
}

export function frameOf(url: string, id: number): HostFrame {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const origin = parsed?.host ? `${parsed.protocol}//${parsed.host}` : 'null';
  return { url, origin, parent: null, frameTreeNodeId: id, processId: id, routingId: 1 };
}
