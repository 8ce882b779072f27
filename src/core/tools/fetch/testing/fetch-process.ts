/** Prints what `fetch_url` answers about an address, through a proxy. In a process of its own, since whom Node trusts is decided when it starts. */
import { createToolRig } from '../../../testing/tool-rig.ts';
import { createFetchUrl } from '../fetch-url.ts';

async function main([proxy, url]: readonly string[]): Promise<void> {
  const rig = await createToolRig({ git: false, tools: [createFetchUrl({ timeout: 30_000, proxy })] });
  process.stdout.write((await rig.call('fetch_url', { url })).text);
  await rig.close();
}

await main(process.argv.slice(2));
