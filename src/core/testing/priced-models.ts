/** One model on each wire, with prices in dollars per million tokens, and some whose price nobody knows. Claude is the default. */
export function pricedModels(url: string, chat: string, unpriced: readonly string[] = ['free']): string {
  const retry = 'retry: { max_attempts: 3, initial_backoff: 1ms, max_backoff: 1ms }';
  const free = unpriced.map((name) => `    ${name}: { provider: local, id: ${name}, ${retry} }\n`).join('');
  return `providers:
  local: { type: openai_compat, base_url: "${url}" }
models:
  definitions:
    claude: { provider: local, id: claude, advanced: { transport: anthropic }, price: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 }, ${retry} }
    gpt: { provider: local, id: gpt, advanced: { transport: openai_responses }, price: { input: 1.25, output: 10, cache_read: 0.125 }, ${retry} }
    chat: { provider: local, id: chat, price: ${chat}, ${retry} }
${free}  profiles: { default: { default_model: claude } }
`;
}
