import { expect, test } from 'vitest';
import { problemCodeSchema } from '../shared/problem.ts';
import { stopReasonSchema } from '../shared/session.ts';
import { exitCodeOfProblem, exitCodeOfStop } from './exit-code.ts';

test('every way a turn ends has its exit code', () => {
  expect(Object.fromEntries(stopReasonSchema.options.map((stop) => [stop, exitCodeOfStop(stop)]))).toEqual({
    complete: 0,
    workflow_handoff: 0,
    error: 1,
    interrupted: 1,
    max_turns: 3,
    max_tokens: 3,
    usage_limit: 4,
    cancelled: 130,
  });
});

test('problems other than plain errors have a code of their own', () => {
  const codes = problemCodeSchema.options.map((code) => [code, exitCodeOfProblem(code)] as const).filter(([, exit]) => exit !== 1);
  expect(Object.fromEntries(codes)).toEqual({
    cancelled: 130,
    config_invalid: 5,
    folder_too_broad: 5,
    model_not_found: 5,
    no_model: 5,
    place_unusable: 5,
    project_untrusted: 5,
    provider_auth: 5,
    rate_limited: 4,
    session_waiting: 6,
    skill_invalid: 5,
    skill_missing: 5,
    usage_limit: 4,
  });
});
