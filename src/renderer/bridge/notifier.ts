/** Something that needs the person, as the desktop shows it. */
export interface DesktopNotice {
  readonly title: string;
  readonly body: string;
  /** Until it goes by itself; 0 is never. */
  readonly seconds: number;
}

/** The desktop around the window. */
export interface Notifier {
  /** `pressed` is called when the person presses it. Gives back what takes it away. */
  show(notice: DesktopNotice, pressed: () => void): () => void;
  /** Whether the person is at the window. */
  readonly present: boolean;
  /** Tells when they come to it. */
  onPresent(listener: () => void): void;
}

/** What the page is given for that by the host. */
export function desktopOf(page: Window & typeof globalThis): Notifier {
  return {
    show: ({ title, body, seconds }, pressed) => {
      const shown = new page.Notification(title, { body, requireInteraction: seconds === 0 });
      const timer = seconds === 0 ? undefined : page.setTimeout(() => shown.close(), seconds * 1_000);
      const close = () => {
        page.clearTimeout(timer);
        shown.close();
      };
      shown.onclick = () => {
        close();
        pressed();
      };
      return close;
    },
    get present() {
      return page.document.hasFocus();
    },
    onPresent: (listener) => page.addEventListener('focus', listener),
  };
}
