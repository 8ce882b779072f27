import type { ToolDetail, ToolErrorKind } from '../../shared/tool-detail.ts';
import type { ToolOutcome } from './tool.ts';

export function success(text: string, detail?: ToolDetail): ToolOutcome {
  return { text, isError: false, ...(detail && { detail }) };
}

/** A failure that the model is told in the same words as the person. */
export function failure(error: ToolErrorKind, message: string): ToolOutcome {
  return { text: message, isError: true, detail: { kind: 'error', error, message } };
}
