import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Whether this machine can make certificates. */
export function canMakeCertificates(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export interface TlsServer {
  readonly port: number;
  /** File with the authority's certificate, which nobody trusts but who is told to. */
  readonly authority: string;
  close(): Promise<void>;
}

/** A web server under that name, with a certificate of an authority made for it. It answers with the method, the name that was asked for and the path. `folder` takes keys and goes with the test. */
export async function startTlsServer(name: string, address: string, folder: string): Promise<TlsServer> {
  const { key, certificate, authority } = makeCertificates(name, folder);
  const server: Server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    const { host = '' } = request.headers;
    response.writeHead(200, { 'content-type': 'text/plain' }).end(`${request.method} ${host.split(':')[0]} ${request.url}\n`);
  });
  server.listen(0, address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    authority,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function makeCertificates(
  name: string,
  folder: string,
): { readonly key: string; readonly certificate: string; readonly authority: string } {
  const at = (file: string) => join(folder, file);
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    at('authority.key'),
    '-out',
    at('authority.pem'),
    '-subj',
    '/CN=Test authority',
    '-days',
    '2',
  );
  openssl('req', ...newKey, '-keyout', at('server.key'), '-out', at('server.csr'), '-subj', `/CN=${name}`);
  writeFileSync(at('names'), `subjectAltName=DNS:${name}\n`);
  const signed = ['-CA', at('authority.pem'), '-CAkey', at('authority.key'), '-CAcreateserial', '-extfile', at('names'), '-days', '2'];
  openssl('x509', '-req', '-in', at('server.csr'), '-out', at('server.pem'), ...signed);
  return { key: at('server.key'), certificate: at('server.pem'), authority: at('authority.pem') };
}
