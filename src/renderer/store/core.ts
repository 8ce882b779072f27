import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RequestInput, RequestName, RequestOutputs } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import { SerialQueue } from '../../shared/serial-queue.ts';
import type { Client } from '../bridge/client.ts';
import { INITIAL_STATE, type State } from './state.ts';

/** What every command is made from. State changes go through `update`, so that a command reads as one step. */
export interface Core {
  readonly store: StoreApi<State>;
  readonly client: Client;
  get(): State;
  update(change: (state: State) => Partial<State>): void;
  /** Asks the host; a refusal is shown to the person and comes back as undefined. */
  ask<N extends RequestName>(name: N, input: RequestInput<N>): Promise<RequestOutputs[N] | undefined>;
  report(problem: Problem): void;
  /** Where the settings are read and written, one after the other: each write is about the file that the one before left. */
  readonly settingsQueue: SerialQueue;
}

const SHOWN_PROBLEMS = 3;

export function createCore(client: Client): Core {
  const store = createStore<State>(() => INITIAL_STATE);
  const update: Core['update'] = (change) => store.setState(change);
  function report(problem: Problem): void {
    update((state) => ({
      problems: [...state.problems.filter((shown) => shown.message !== problem.message), problem].slice(-SHOWN_PROBLEMS),
    }));
  }
  async function ask<N extends RequestName>(name: N, input: RequestInput<N>): Promise<RequestOutputs[N] | undefined> {
    const answer = await client.request(name, input);
    if (answer.ok) return answer.value;
    report(answer.error);
    return undefined;
  }
  return { store, client, get: store.getState, update, ask, report, settingsQueue: new SerialQueue() };
}
