/** One thing the program does in a turn. */
export type Step =
  | { readonly text: readonly string[] }
  /** `early` asks for the tool before it says so. */
  | { readonly call: { readonly id: string; readonly name: string; readonly input: object; readonly early?: boolean } }
  | { readonly line: object }
  | { readonly exit: number }
  | { readonly hang: true };

export interface Behaviour {
  readonly version?: string;
  readonly auth?: object;
  readonly usage?: object;
  /** What it answers to `initialize`, or what it does instead. */
  readonly initialized?: object | 'hang' | 'exit' | 'refuse';
  /** Does not end when it is asked that. */
  readonly silent?: '--version' | 'auth';
  /** Starts a process of its own, which would run for a day. */
  readonly child?: boolean;
  /** Steps of each turn, in order. */
  readonly turns?: readonly (readonly Step[])[];
}

/** Signed in with a subscription that cannot cost more than its plan. */
export const GOOD: Behaviour = {
  auth: { loggedIn: true, authMethod: 'claude.ai', apiProvider: 'firstParty', subscriptionType: 'max' },
  usage: {
    subscription_type: 'max',
    rate_limits_available: true,
    rate_limits: {
      five_hour: { utilization: 42, resets_at: '2026-12-01T15:00:00Z' },
      seven_day: { utilization: 20, resets_at: '2026-12-05T00:00:00Z' },
      extra_usage: { is_enabled: false },
    },
  },
};

const account = { email: 'ann@example.com', subscriptionType: 'Claude Max', apiProvider: 'firstParty' };

/** The answer to `initialize` in its published form. */
export function initialized(models: readonly object[]): Readonly<Record<string, unknown>> {
  return { commands: [], agents: [], output_style: 'default', available_output_styles: ['default'], models, account, pid: 4_711 };
}
