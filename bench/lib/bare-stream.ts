import { Agent, type IncomingMessage, request } from 'node:http';

const agent = new Agent({ keepAlive: true });
const BODY = JSON.stringify({
  model: 'scripted',
  messages: [{ role: 'user', content: 'go' }],
  stream: true,
  stream_options: { include_usage: true },
});

interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content?: string } }[];
}

/**
 * The least that reading a stream can be: a kept connection, a split at blank lines, `JSON.parse`. Returns the text. `took` is told how long
 * it is, after each piece that arrived.
 */
export async function readBareStream(url: string, took: (bytes: number) => void = () => undefined): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    request(`${url}/chat/completions`, { method: 'POST', agent, headers }, resolve).on('error', reject).end(BODY);
  });
  let rest = '';
  let text = '';
  for await (const piece of response.setEncoding('utf8')) {
    const events = (rest + piece).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      if (event === 'data: [DONE]') continue;
      const { choices } = JSON.parse(event.slice('data: '.length)) as Chunk;
      text += choices[0]?.delta.content ?? '';
    }
    took(text.length);
  }
  return text;
}
