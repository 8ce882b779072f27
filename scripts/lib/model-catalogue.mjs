import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Entry what the library says of one model
 * @property {string} id
 * @property {string} api
 * @property {string} type
 * @property {boolean} [reasoning]
 * @property {string[]} [input]
 * @property {{ input: number, output: number, cacheRead: number, cacheWrite: number }} [cost]
 * @property {number} [contextWindow]
 * @property {number} [maxTokens]
 * @property {Record<string, string | null>} [thinkingLevelMap]
 * @property {{ forceAdaptiveThinking?: boolean, supportsReasoningEffort?: boolean, thinkingFormat?: string, requiresReasoningContentOnAssistantMessages?: boolean }} [compat]
 */

/** Sellers whose lists repeat another's: by region, by plan, or through a gateway. */
const LEFT_OUT = /^(amazon-bedrock|google-vertex|azure|radius|vercel-ai-gateway|cloudflare-.*|github-copilot|.*-cn|.*-token-plan.*)\.json$/;

/** @type {Readonly<Record<string, string>>} */
const WIRES = { 'openai-completions': 'chat_completions', 'openai-responses': 'responses', 'anthropic-messages': 'messages' };

/**
 * The catalogue as the product reads it: `providers` maps a seller to its models, by id.
 * @param {string} folder the library's data, one file per seller
 */
export function catalogueOf(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, '.manifest.json'), 'utf8'));
  const files = readdirSync(folder).filter((name) => /^[a-z].*\.json$/.test(name) && !LEFT_OUT.test(name));
  const providers = Object.fromEntries(files.map((name) => [name.slice(0, -'.json'.length), modelsOf(join(folder, name))]));
  return { date: String(manifest.generatedAt).slice(0, 10), providers };
}

/** @param {string} file */
function modelsOf(file) {
  const byApi = /** @type {Record<string, Record<string, Entry>>} */ (JSON.parse(readFileSync(file, 'utf8')));
  const chat = Object.values(byApi).flatMap((group) => Object.values(group).filter(({ type }) => type === 'chat'));
  return Object.fromEntries(chat.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((entry) => [entry.id, fact(entry)]));
}

/** @param {Entry} entry */
function fact(entry) {
  const { api, input, contextWindow, maxTokens, cost, compat } = entry;
  const free = !cost || (cost.input === 0 && cost.output === 0);
  return {
    ...(contextWindow ? { context: contextWindow } : {}),
    ...(maxTokens ? { output: maxTokens } : {}),
    ...(input ? { vision: input.includes('image') } : {}),
    efforts: efforts(entry),
    ...(compat?.requiresReasoningContentOnAssistantMessages ? { echo: true } : {}),
    ...(WIRES[api] ? { wire: WIRES[api] } : {}),
    ...(free ? {} : { price: [cost.input, cost.output, cost.cacheRead, cost.cacheWrite] }),
  };
}

/**
 * The words a model takes for its effort, as its provider says them. Empty where it takes none, or takes it in another form.
 * @param {Entry} entry
 */
function efforts({ api, reasoning, thinkingLevelMap = {}, compat = {} }) {
  const otherForm = compat.supportsReasoningEffort === false || !['openai', 'openrouter', undefined].includes(compat.thinkingFormat);
  const messages = api === 'anthropic-messages';
  if (!reasoning || otherForm || (messages && !compat.forceAdaptiveThinking)) return [];
  const usual = messages ? ['off', 'low', 'medium', 'high'] : ['off', 'minimal', 'low', 'medium', 'high'];
  const levels = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'].filter((level) =>
    level in thinkingLevelMap ? thinkingLevelMap[level] !== null : usual.includes(level),
  );
  return [...new Set(levels.map((level) => thinkingLevelMap[level] ?? (level === 'off' ? 'none' : level)))];
}
