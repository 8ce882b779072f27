import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createDialer } from '../../sandbox/network/dialer.ts';
import { hostRules } from '../../sandbox/network/host-rules.ts';
import { createHttpProxy } from '../../sandbox/network/http-proxy.ts';
import { bundleNodeScript } from '../../testing/node-script.ts';
import { canMakeCertificates, startTlsServer } from '../../testing/tls-server.ts';

const NAME = 'docs.example.com';
const ADDRESS = '127.0.0.1';

test.runIf(canMakeCertificates())(
  'a page comes over TLS through the tunnel of a configured proxy, if its certificate is trusted',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'steiner-tls-'));
    const server = await startTlsServer(NAME, ADDRESS, folder);
    const dial = createDialer({ rules: hostRules([NAME, ADDRESS]), resolve: async () => [ADDRESS], onDenied: () => {} });
    const proxy = createHttpProxy(dial).listen(0, ADDRESS);
    await once(proxy, 'listening');
    const through = `http://${ADDRESS}:${(proxy.address() as AddressInfo).port}`;
    const { path } = await bundleNodeScript(new URL('./testing/fetch-process.ts', import.meta.url).pathname, join(folder, 'script'));
    const url = `https://${NAME}:${server.port}/a?b`;
    const fetched = async (vars: Readonly<Record<string, string>>) =>
      (await promisify(execFile)(process.execPath, [path, through, url], { env: { ...process.env, ...vars } })).stdout;
    const [trusted, untrusted] = [await fetched({ NODE_EXTRA_CA_CERTS: server.authority }), await fetched({})];
    proxy.close();
    await server.close();
    await rm(folder, { recursive: true });
    expect(trusted).toBe(
      `url ${url}\nstatus_code 200\ncontent_length ${`GET ${NAME} /a?b\n`.length}\nproxy ${through}\n\nGET ${NAME} /a?b`,
    );
    expect(untrusted).toMatch(/^url .*\nerror The host's certificate cannot be trusted \(/);
  },
);
