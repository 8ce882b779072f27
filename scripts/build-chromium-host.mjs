import { bundleChromiumHost } from './lib/host-bundle.mjs';

await bundleChromiumHost(process.argv[2] ?? 'chromium-host');
