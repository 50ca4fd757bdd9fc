import { createHash, createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type AgreementParts,
  allowNewSecret,
  type ComparedParts,
  findAtStart,
  MismatchError,
  openAgreement,
} from '../../../server/cluster/agreement.ts';
import { chooseFileStores } from '../../../server/cluster/open-stores.ts';
import { createPasswords } from '../../../server/domain/accounts/passwords.ts';
import { deriveKey } from '../../../server/domain/keys.ts';
import type { Database, UseClaim } from '../../../server/store/database.ts';
import { makeDatabase } from '../../support/database/make-database.ts';
import { isOnPostgres } from '../../support/database/test-database.ts';

const SECRET = 'correct horse battery staple, and more';
const OTHER = 'another secret of more than 32 bytes!!';

let dataDir: string;
let database: Database;
let warnings: string[];
beforeEach(async () => {
  ({ dataDir, database } = await makeDatabase());
  warnings = [];
});

/** The parts of a server besides its database. */
const PARTS = {
  secret: SECRET,
  media: 's3://drop-ici/guide',
  map: '/v1/tiles/one.pmtiles',
  hashes: createPasswords('fast'),
  clock: Date.now,
};
/** Runs a start up to its comparison with the other servers. */
const open = (own: Partial<AgreementParts> = {}) =>
  openAgreement({ ...PARTS, database, onWarning: (words) => warnings.push(words), ...own });

async function start(own: Partial<AgreementParts> = {}) {
  const agreement = await open(own);
  await agreement.note();
  return agreement;
}

test('servers with the same settings agree at each start', async () => {
  const [one, other] = [await start(), await start()];
  expect([await one.check(), await other.check(), await (await start()).check()]).toEqual(['ok', 'ok', 'ok']);
  expect(warnings).toEqual([]);
});

describe('the secret', () => {
  test('is refused with the reason and the remedy if it is another one', async () => {
    await start();
    await expect(open({ secret: OTHER })).rejects.toThrow(/^SECRET is not .* since 20.*npm run admin -- new-secret/);
    const both = await Promise.allSettled([open({ secret: OTHER }), open()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  test('is refused for one of two servers that differ and make the first start together', async () => {
    const [one, other] = [await open(), await open({ secret: OTHER })];
    const noted = await Promise.allSettled([one.note(), other.note()]);
    expect(noted.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('may change if the operator allows it, and servers with the former one are not ready', async () => {
    const former = await start();
    for await (const line of allowNewSecret(database, chooseFileStores(dataDir, null)))
      expect(line).toMatch(/may bring another SECRET/);
    expect(await former.check()).toBe('ok');
    const next = await start({ secret: OTHER });
    expect(await next.check()).toBe('ok');
    await expect(former.check()).rejects.toThrow(MismatchError);
    await expect(open()).rejects.toThrow(/^SECRET is not/);
  });

  test('is not revealed by its fingerprint, a slow salted hash of a derived key', async () => {
    await start();
    const kept = JSON.stringify(await database.reader('fingerprints').select());
    expect(kept).toContain('$argon2id$');
    const key = Buffer.from(deriveKey(SECRET, 'fingerprint'));
    for (const text of [
      SECRET,
      key,
      createHash('sha256').update(SECRET).digest(),
      createHmac('sha256', SECRET).digest(),
    ])
      for (const form of ['hex', 'base64', 'latin1'] as const)
        expect(kept).not.toContain(Buffer.from(text).toString(form).replace(/=+$/, ''));
    await allowNewSecret(database, chooseFileStores(dataDir, null))[Symbol.asyncIterator]().next();
    await start();
    expect(JSON.stringify(await database.reader('fingerprints').select())).not.toBe(kept);
  });

  test('is hashed again if its hash was made at a lower cost', async () => {
    const former = await start();
    await start({ hashes: createPasswords('strong') });
    expect(await database.reader('fingerprints').where({ name: 'secret' }).pluck('value')).toEqual([
      expect.stringContaining('m=19456,'),
    ]);
    expect(await former.check()).toBe('ok');
  });
});

test('the files may move while no server runs, and servers with the former ones are not ready', async () => {
  const former = await start();
  const next = await start({ media: 's3://drop-ici/copy' });
  expect(await next.check()).toBe('ok');
  await expect(former.check()).rejects.toThrow(
    /^A server keeps the files in s3:\/\/drop-ici\/copy since .*MEDIA_STORE/,
  );
});

test('another map and newer tables cause one warning, as servers are restarted one by one', async () => {
  const former = await start();
  await start({ map: null });
  expect([await former.check(), await former.check()]).toEqual(['warned', 'warned']);
  expect(warnings).toEqual([expect.stringMatching(/another map than this one \(MAP_PMTILES\)/)]);
  await start();
  expect(await former.check()).toBe('ok');
  await database.transact((tx) =>
    tx('knex_migrations').insert({ name: '999-later', batch: 9, migration_time: new Date() }),
  );
  expect(await former.check()).toBe('warned');
  expect(warnings.at(-1)).toMatch(/^A newer version has changed the tables/);
});

describe.runIf(isOnPostgres())('while a server runs', () => {
  let claim: UseClaim | null;
  beforeEach(async () => {
    await start();
    claim = await database.claim('server');
  });
  afterEach(() => claim?.release());

  test('other files are refused, and another map causes a warning at the start', async () => {
    await expect(open({ media: 's3://drop-ici/copy' })).rejects.toThrow(/^A server keeps the files in s3:.*stop all/);
    await start({ map: '/v1/tiles/two.pmtiles' });
    expect(warnings).toEqual([expect.stringMatching(/another map than this one/)]);
  });

  test('the messages of a start are found without a start, and nothing is recorded', async () => {
    const before = await database.reader('fingerprints').select();
    const find = (own: Partial<ComparedParts>) => findAtStart({ ...PARTS, database, ...own });
    expect(await find({})).toEqual({ refused: [], warned: [] });
    const off = { secret: OTHER, media: 's3://drop-ici/copy', map: null, clock: () => Date.now() + 300_000 };
    expect(await find(off)).toEqual({
      refused: [expect.stringMatching(/^SECRET is not/), expect.stringMatching(/^A server keeps the files in s3:/)],
      warned: [expect.stringMatching(/another map/), expect.stringMatching(/^The clock .* (299|300|301) s ahead of/)],
    });
    // A map that can't be opened is another fault.
    expect((await find({ map: undefined })).warned).toEqual([]);
    expect(await database.reader('fingerprints').select()).toEqual(before);
  });

  test('a clock that differs too much causes a warning at the start and is not ready', async () => {
    for (const offMs of [-300_000, 300_000]) {
      const off = await start({ clock: () => Date.now() + offMs });
      expect(warnings.at(-1)).toMatch(
        offMs > 0 ? /^The clock .* (299|300|301) s ahead of/ : /^The clock .* (299|300|301) s behind/,
      );
      await expect(off.check()).rejects.toThrow(/links to exports/);
    }
    expect(await (await start({ clock: () => Date.now() + 15_000 })).check()).toBe('ok');
  });
});
