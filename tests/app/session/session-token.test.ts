import { describe, expect, it } from 'vitest';
import { judgeToken } from '../../../app/session/session-token.ts';

const NOW_MS = 1_800_000_000_000;
const NOW_S = NOW_MS / 1000;

describe('a token', () => {
  it.each([
    ['valid a second before its exp', tokenWith({ exp: NOW_S + 1 }), 'valid'],
    ['expired at its exp', tokenWith({ exp: NOW_S }), 'expired'],
    ['expired after its exp', tokenWith({ exp: NOW_S - 86_400 }), 'expired'],
    ['missing when there is none', null, 'missing'],
    ['invalid without an exp', tokenWith({ sub: '3' }), 'invalid'],
    ['invalid with an exp that is no number', tokenWith({ exp: '2100-01-01' }), 'invalid'],
    ['invalid with an exp that is null', tokenWith({ exp: null }), 'invalid'],
    ['invalid when its payload is no object', tokenWith(7), 'invalid'],
    ['invalid when its payload is no JSON', `x.${btoa('{')}.x`, 'invalid'],
    ['invalid when its payload is no base64', 'x.%%%.x', 'invalid'],
    ['invalid without parts', 'hello', 'invalid'],
  ])('is %s', (_, token, state) => {
    expect(judgeToken(token, NOW_MS)).toBe(state);
  });

  it('may contain letters beyond ASCII, in the URL-safe alphabet', () => {
    const token = tokenWith({ name: 'Zoé ÿÿÿ >>>???', exp: 12 });
    expect(token).toMatch(/[-_]/);
    expect([judgeToken(token, 11_999), judgeToken(token, 12_000)]).toEqual(['valid', 'expired']);
  });
});

function tokenWith(payload: unknown): string {
  return `header.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`;
}
