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
