export interface BrowserFlags {
  readonly profile: string;
  /** Shown in the first window until its own page is there. */
  readonly firstPage: string;
  readonly bounds: { readonly x?: number | undefined; readonly y?: number | undefined; readonly width: number; readonly height: number };
  readonly headless: boolean;
  readonly debugPort?: string | undefined;
  /** Chromium refuses to start as root with its own sandbox on. */
  readonly root: boolean;
}

/** No request leaves the machine on the browser's own account, and none of the app's either: no name resolves. */
const QUIET = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--no-service-autorun',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-quic',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--disable-features=Translate,OptimizationHints,MediaRouter,AutofillServerCommunication,CertificateTransparencyComponentUpdater',
  '--hide-crash-restore-bubble',
  '--metrics-recording-only',
  '--password-store=basic',
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

export function browserArguments(flags: BrowserFlags): string[] {
  const { x, y, width, height } = flags.bounds;
  return [
    '--remote-debugging-pipe',
    `--user-data-dir=${flags.profile}`,
    `--window-size=${width},${height}`,
    ...(x === undefined || y === undefined ? [] : [`--window-position=${x},${y}`]),
    ...QUIET,
    ...(flags.debugPort === undefined ? [] : [`--remote-debugging-port=${flags.debugPort}`]),
    ...(flags.headless ? ['--headless=new'] : []),
    // `--test-type` keeps the browser from covering the page with a bar about the flag before it.
    ...(flags.root ? ['--no-sandbox', '--test-type'] : []),
    `--app=${flags.firstPage}`,
  ];
}
