import { hash as argon2 } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { createPasswords } from '../../../../server/domain/accounts/passwords.ts';
import { COSTLY_WORK } from '../../../../server/domain/costly-work.ts';
import { openTestDatabase } from '../../../support/database/test-database.ts';
import { call } from '../../../support/server/api.ts';
import { signUp } from '../../../support/server/people.ts';
import { startServer } from '../../../support/server/server.ts';

const { hash, matches, isOutdated } = createPasswords('strong');
const hashPassword = (password: string) => hash(password, 'test');
const matchesPassword = (hash: string | undefined, password: string) => matches(hash, password, 'test');

describe('a password', () => {
  test('is hashed with argon2id at the cost that OWASP recommends', async () => {
    expect(await hashPassword('le mot')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('matches only its own hash', async () => {
    const hash = await hashPassword('le mot');
    expect(await matchesPassword(hash, 'le mot')).toBe(true);
    expect(await matchesPassword(hash, 'le mot ')).toBe(false);
  });

  test('matches a hash of the library used before, which states the cost in another order', async () => {
    const hash = '$argon2id$v=19$m=19456,p=1,t=2$y54RPHPmcV8GpkNj7ozxUQ$BBcoCMA2V0O6X/wPNGLhEAQsnEUuTuyGjs5Kk9MLVCU';
    expect([await matchesPassword(hash, 'le mot'), isOutdated(hash)]).toEqual([true, false]);
  });

  test('never matches without a hash, or with an empty one', async () => {
    for (const hash of [undefined, '']) {
      expect(await matchesPassword(hash, '')).toBe(false);
      expect(await matchesPassword(hash, 'le mot')).toBe(false);
    }
  });

  test('has an outdated hash if its kind or cost differs', async () => {
    expect(isOutdated(await hashPassword('le mot'))).toBe(false);
    expect(isOutdated(await argon2('le mot', { memoryCost: 19_456, timeCost: 3, parallelism: 1 }))).toBe(true);
    const argon2i = { algorithm: 1, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
    expect(isOutdated(await argon2('le mot', argon2i))).toBe(true);
  });
});

test('passwords are checked one after the other, in turns by owner', async () => {
  const passwords = createPasswords('fast');
  const done: string[] = [];
  const check = async (owner: string): Promise<void> => {
    await passwords.matches(undefined, 'le mot', owner);
    done.push(owner);
  };
  await Promise.all(['a', 'a', 'a', 'a', 'a', 'a', 'b', 'c'].map(check));
  expect(done.slice(0, 4)).toEqual(['a', 'b', 'c', 'a']);
});

test('checks beyond one owner’s waiting limit are refused, and those of another are not', async () => {
  const passwords = createPasswords('fast');
  const { waitingOfOne } = COSTLY_WORK.passwords;
  const hashes = Array.from({ length: waitingOfOne + 3 }, () => passwords.hash('le mot', 'a'));
  const other = passwords.hash('le mot', 'b');
  const refused = (await Promise.allSettled(hashes)).filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'busy' } }, { reason: { code: 'busy' } }]);
  expect(await other).toMatch(/^\$argon2id/);
});

test('an outdated hash is replaced when its owner logs in, and not by a failed login', async () => {
  const server = await startServer({ PASSWORD_COST: 'strong' });
  const database = await openTestDatabase(server.dataDir);
  try {
    const { email, password, user } = await signUp(server.origin, 'Ana');
    const old = await argon2(password, { memoryCost: 4096, timeCost: 1, parallelism: 1 });
    const readHash = async (): Promise<string> =>
      (await database.reader('accounts').where({ id: user.id }).first('password_hash')).password_hash;
    await database.transact((tx) => tx('accounts').where({ id: user.id }).update({ password_hash: old }));
    await expect(call(server.origin, 'login', { body: { email, password: 'wrong' } })).rejects.toThrow();
    expect(await readHash()).toBe(old);
    await call(server.origin, 'login', { body: { email, password } });
    expect(isOutdated(await readHash())).toBe(false);
    await call(server.origin, 'login', { body: { email, password } });
  } finally {
    await database.close();
    await server.stop();
  }
});
