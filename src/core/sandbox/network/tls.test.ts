import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createSandboxRig, type SandboxRig } from '../../testing/sandbox-rig.ts';
import { canMakeCertificates, startTlsServer, type TlsServer } from '../../testing/tls-server.ts';

const NAME = 'good.test';
const ADDRESS = '127.0.0.3';

let rig: SandboxRig;
let server: TlsServer;
afterEach(async () => {
  await rig.sandbox.release('session');
  await server.close();
  await rig.close();
});

async function start(): Promise<string> {
  const config = { sandbox: { network: 'allowlist', allowed_hosts: [NAME, ADDRESS] } };
  rig = await createSandboxRig({ config, hosts: { [NAME]: [ADDRESS] } });
  server = await startTlsServer(NAME, ADDRESS, rig.base);
  await rig.write('project/authority.pem', await readFile(join(rig.base, 'authority.pem')));
  return `https://${NAME}:${server.port}`;
}

/** Asks the proxy for a tunnel and speaks TLS through it, as a program that knows proxies does. */
const NODE = `
const { connect } = require('node:tls');
const { request } = require('node:http');
const [ca, target] = [require('node:fs').readFileSync('authority.pem'), new URL(process.argv[2])];
const proxy = new URL(process.env.https_proxy);
request({ host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: target.host }).on('connect', (_, socket) => {
  const secure = connect({ socket, ca, servername: target.hostname }, () => secure.write('GET /node HTTP/1.0\\r\\nHost: ' + target.host + '\\r\\n\\r\\n'));
  secure.on('data', (bytes) => process.stdout.write(String(bytes).split('\\r\\n\\r\\n')[1] || '')).on('end', () => process.stdout.write(String(secure.authorized) + '\\n'));
}).end();
`;

const withCertificates = test.runIf(canMakeCertificates());

withCertificates('commands complete TLS with an allowed host through the tunnel', async () => {
  const url = await start();
  await rig.write('project/fetch.cjs', NODE);
  const socks = '--proxy "$(echo "$all_proxy" | sed s/socks5:/socks5h:/)"';
  const result = await rig.run(
    `curl -sS --cacert authority.pem ${url}/curl; curl -sS --cacert authority.pem ${socks} ${url}/socks; node fetch.cjs ${url}`,
  );
  expect(result).toEqual({ code: 0, stdout: `GET ${NAME} /curl\nGET ${NAME} /socks\nGET ${NAME} /node\ntrue\n`, stderr: '' });
});

withCertificates(
  'the tunnel is passed on as it is: a certificate that nobody vouches for, or of another name, is refused by the program',
  async () => {
    const url = await start();
    const result = await rig.run(`curl -sS ${url}/; curl -sS --cacert authority.pem https://${ADDRESS}:${server.port}/`);
    expect(result.stdout).toBe('');
    expect(result.stderr).toMatch(/unable to get local issuer certificate.*no alternative certificate subject name/s);
  },
);
