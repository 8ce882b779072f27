import { isPersons, type UserMessage } from '../../shared/messages.ts';
import { onceEach } from '../lib/once-each.ts';
import type { ModelRequest } from './provider.ts';

/** Adds the suffix to everything a person typed, old and new alike, so that earlier messages never change. */
export function promptSuffix(suffix: string | undefined): (request: ModelRequest) => ModelRequest {
  if (suffix === undefined) return (request) => request;
  const suffixed = onceEach((message: UserMessage): UserMessage => ({ ...message, text: `${message.text}\n${suffix}` }));
  return (request) => ({
    ...request,
    messages: request.messages.map((message) => (message.role === 'user' && isPersons(message.origin) ? suffixed(message) : message)),
  });
}
