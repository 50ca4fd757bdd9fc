import { expect, test } from 'vitest';
import { wordsForCode } from '../../../app/drops/drop-fault-words.ts';
import { wordsFor } from '../../../app/page/error-words.ts';
import { ApiError } from '../../../app/platform/net/api.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { ERROR_CODES } from '../../../contracts/errors.ts';

test('a permanent refusal never suggests trying again', () => {
  const forNow: readonly string[] = ['too_many_requests', 'busy', 'disk_full'];
  for (const code of ERROR_CODES.filter((code) => !forNow.includes(code))) {
    expect(wordsFor(new ApiError(code, 400, '')), code).not.toMatch(/réessayez dans un moment|vérifiez votre réseau/i);
  }
  expect(wordsForCode('invalid_request')).toBe(strings.errors.refused);
});

test('a temporary failure suggests trying again', () => {
  for (const status of [429, 500, 503])
    expect(wordsFor(new ApiError('internal', status, ''))).toBe(strings.errors.unexpected);
});
