import { isPersons } from '../../shared/messages.ts';
import type { ModelRequest } from './provider.ts';

/** Adds the suffix to everything a person typed, old and new alike, so that earlier messages never change. */
export function withSuffix(request: ModelRequest, suffix: string | undefined): ModelRequest {
  if (suffix === undefined) return request;
  const messages = request.messages.map((message) =>
    message.role === 'user' && isPersons(message.origin) ? { ...message, text: `${message.text}\n${suffix}` } : message,
  );
  return { ...request, messages };
}
