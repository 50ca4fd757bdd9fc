import { describe, expect, it } from 'vitest';
import { wordsForSignUpFailure } from '../../../app/account/credentials-words.ts';
import { wordsForLoginFailure } from '../../../app/account/login-words.ts';
import { handleOf } from '../../../app/account/profile-screen.tsx';
import { ApiError, NetworkError } from '../../../app/platform/net/api.ts';
import { strings } from '../../../app/ui/common-words.ts';

/** The error caused by a proxy's own page: only the status is known. */
const withoutBody = (status: number) =>
  new ApiError(
    status < 500 ? 'invalid_request' : 'internal',
    status,
    `Got status ${status} without an error body`,
    null,
    false,
  );

describe('a failed login', () => {
  it.each([
    [new ApiError('invalid_credentials', 400, 'no'), 'Incorrect email or password'],
    [new ApiError('invalid_request', 400, 'no'), 'Invalid email or password'],
    [new ApiError('internal', 500, 'no'), 'An error occurred'],
    [new NetworkError(), 'Connexion impossible. Vérifiez votre réseau, puis réessayez.'],
  ])('caused by %s says %j', (error, words) => {
    expect(wordsForLoginFailure(error)).toBe(words);
  });
});

describe('a failed sign-up', () => {
  it.each([
    [new ApiError('email_taken', 400, 'The email is in use'), 'Email already exists'],
    [new ApiError('invalid_request', 400, 'Expected a name'), 'Expected a name'],
    [new ApiError('internal', 500, 'Out of disk'), 'Server error: Out of disk'],
    [new ApiError('internal', 503, 'Starting'), 'Error 503: Starting'],
    [withoutBody(400), 'Email already exists'],
    [withoutBody(500), `Server error: ${strings.errors.unexpected}`],
    [withoutBody(502), `Error 502: ${strings.errors.unexpected}`],
    [new NetworkError(), 'Connexion impossible. Vérifiez votre réseau, puis réessayez.'],
  ])('caused by %s says %j', (error, words) => {
    expect(wordsForSignUpFailure(error)).toBe(words);
  });
});

it.each([
  ['Paul Émile', '@paulémile'],
  ['  ANA\u00a0  de\tLa Tour ', '@anadelatour'],
  ['camille', '@camille'],
])('turns the name %j into a handle without spaces, in lower case', (name, handle) => {
  expect(handleOf(name)).toBe(handle);
});
