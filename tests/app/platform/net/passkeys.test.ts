import { expect, test } from 'vitest';
import { hasPasskeysAt } from '../../../../app/platform/net/passkeys.ts';

const at = (address: string, passkeyOrigin: string | null | undefined, hasPasskeys = true): boolean => {
  const { origin, hostname } = new URL(address);
  return hasPasskeysAt(
    { hasPasskeys, ...(passkeyOrigin === undefined ? {} : { passkeyOrigin }) },
    { origin, hostname },
  );
};

test('passkeys are offered only at their own address', () => {
  expect(at('https://drop.example', 'https://drop.example')).toBe(true);
  for (const other of [
    'https://www.drop.example',
    'http://drop.example',
    'https://drop.example:8443',
    'https://192.0.2.7',
  ])
    expect(at(other, 'https://drop.example'), other).toBe(false);
  expect(at('http://localhost:3000', null)).toBe(true);
  for (const other of ['http://127.0.0.1:3000', 'http://192.168.1.5:3000', 'http://[::1]:3000', 'http://bureau.local'])
    expect(at(other, null), other).toBe(false);
  expect(at('https://drop.example', 'https://drop.example', false)).toBe(false);
});

test('an earlier configuration, which names no address, is accepted', () => {
  expect(at('https://drop.example', undefined)).toBe(true);
  expect(at('https://drop.example', undefined, false)).toBe(false);
});
