import { expect, test } from 'vitest';
import { failureOf } from '../../../../app/platform/audio/microphone.ts';

test.for([
  ['NotAllowedError', 'refused'],
  ['SecurityError', 'refused'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'taken'],
  ['AbortError', 'taken'],
  ['TypeError', 'unsupported'],
] as const)('the browser error %s means: %s', ([name, failure]) => {
  expect(failureOf(new DOMException('no', name))).toBe(failure);
});

test('any other exception means an unsupported browser', () => {
  expect(failureOf(undefined)).toBe('unsupported');
});
