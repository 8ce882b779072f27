import { useState } from 'react';
import type { ProviderCheck, ProviderDraft } from '../../../../shared/provider-check.ts';
import { useCommands } from '../../../hooks/app-context.ts';
import type { Loaded } from '../../../store/state.ts';

export interface Check {
  readonly state: Loaded<ProviderCheck>;
  /** Asks the provider; what it answered, or undefined when it failed. */
  run(draft: ProviderDraft): Promise<ProviderCheck | undefined>;
  forget(): void;
}

/** One question to a provider at a time. */
export function useCheck(): Check {
  const { checkProvider } = useCommands();
  const [state, setState] = useState<Loaded<ProviderCheck>>({ state: 'idle' });
  return {
    state,
    run: async (draft) => {
      setState({ state: 'loading' });
      const answer = await checkProvider(draft);
      setState(answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed', problem: answer.error });
      return answer.ok ? answer.value : undefined;
    },
    forget: () => setState({ state: 'idle' }),
  };
}
