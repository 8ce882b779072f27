import type { KeyRing } from '../../shared/accounts.ts';
import type { RequestInput, RequestName, RequestOutputs } from '../../shared/ipc.ts';
import { DECISIONS, FILES, PICTURE, RULES, SKILLS } from './fixtures.ts';
import { PREFIX, prefixPair } from './prefix-fixtures.ts';
import { QUOTA, USAGE } from './usage-fixtures.ts';

const KEYS: KeyRing = { kind: 'Secret Service', names: ['anthropic', 'openai.work'] };

/** What the host answers in every scene. */
export function fixedAnswers() {
  return {
    'prompts.list': () => ({ history: ['Why is the import slow?', 'Fix the planner test.\nWith a test.'], stashed: 0 }),
    'prompts.stash': () => ({ stashed: 1 }),
    'prompts.unstash': () => ({ spoken: { text: 'Put aside', attachments: [] }, stashed: 0 }),
    'skills.list': () => SKILLS,
    'skills.read': ({ name }) => ({ body: `# ${name}\n\nRead what is there, then say what you saw.\n` }),
    'approvals.rules': () => RULES,
    'approvals.remove': () => null,
    'approvals.preview': ({ pattern }) => ({
      asked: 14,
      matched: pattern.includes('*') ? 9 : 1,
      denied: 0,
      examples: ['npm test -- berths'],
    }),
    'approvals.log': () => DECISIONS,
    'usage.report': () => USAGE,
    'prefix.report': () => PREFIX,
    'prefix.pair': ({ a, b }) => prefixPair(a, b),
    'quota.get': () => QUOTA,
    'accounts.list': () => [{ id: 'codex', state: 'signed_in', who: 'ana@example.org', plan: 'plus' }] as const,
    'accounts.signIn': () => ({ url: 'https://auth.example/page', opened: true }),
    'accounts.signInEnd': () => ({ id: 'codex', state: 'signed_in' }) as const,
    'accounts.cancelSignIn': () => null,
    'accounts.signOut': () => null,
    'keys.list': () => KEYS,
    'keys.set': () => null,
    'keys.delete': () => null,
    'keys.move': ({ provider }) => provider,
    'draft.set': () => null,
    'attachments.addPicture': ({ name }) => ({ ...PICTURE, name }),
    'files.find': ({ query }) => ({ paths: FILES.filter((path) => path.includes(query)), more: false }),
  } satisfies { readonly [N in RequestName]?: (input: RequestInput<N>) => RequestOutputs[N] };
}
