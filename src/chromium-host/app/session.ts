import type { Protocol } from 'devtools-protocol/types/protocol.js';
import type { Session } from 'electron';

type RequestHandler = Parameters<Session['setPermissionRequestHandler']>[0];

/** Electron's names of permissions and the browser's, as far as a page of the app could want them. */
const PERMISSIONS = [
  ['clipboard-sanitized-write', 'clipboardSanitizedWrite'],
  ['clipboard-read', 'clipboardReadWrite'],
  ['notifications', 'notifications'],
  ['geolocation', 'geolocation'],
  ['midi', 'midi'],
  ['idle-detection', 'idleDetection'],
] as const satisfies readonly (readonly [string, Protocol.Browser.PermissionType])[];

/** Permissions are decided for a browser as a whole when it starts: each handler is asked once for each of them. */
export class HostSession implements Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler'> {
  #handler: RequestHandler = null;

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#handler = handler;
  }

  /** What is not granted is denied, so there is nothing left to check. */
  setPermissionCheckHandler(): void {}

  /** Everything outside the list that comes back is denied. Without a handler nothing is granted. */
  granted(): Protocol.Browser.PermissionType[] {
    return PERMISSIONS.filter(([name]) => this.#grants(name)).map(([, type]) => type);
  }

  #grants(name: (typeof PERMISSIONS)[number][0]): boolean {
    let granted = false;
    this.#handler?.(
      null as never,
      name,
      (answer) => {
        granted = answer;
      },
      null as never,
    );
    return granted;
  }
}
