import { expect, test } from 'vitest';
import type { Caller } from '../../../../server/domain/caller.ts';
import {
  boundReplacedAudio,
  noteVersion,
  REPLACED_BYTES_MAX,
  VERSION_SHAPES_BYTES_MAX,
} from '../../../../server/domain/places/place-versions.ts';
import { insertAccount } from '../../../../server/store/accounts.ts';
import { putMedia } from '../../../../server/store/media.ts';
import { insertParcours } from '../../../../server/store/parcours.ts';
import { insertVersion, listVersionAudio } from '../../../../server/store/place-versions.ts';
import { findAnyPlace, insertPlace, type PlaceRow } from '../../../../server/store/places.ts';
import { makeDatabase } from '../../../support/database/make-database.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const hashOf = (name: string): string => name.repeat(32);

test('beyond the maximum an account’s oldest replaced audio goes, but for what a place plays', async () => {
  const { database } = await makeDatabase();
  const third = Math.ceil(REPLACED_BYTES_MAX / 3);
  await database.transact(async (tx) => {
    const account = { name: 'Lea', email: 'lea@example.org', role: 'user', picture: null } as const;
    const author = (await insertAccount(tx, { ...account, password_hash: '', created_at: NOW }))?.id ?? null;
    const parcours_id = await insertParcours(tx, { title: 'a', description: '', image_url: null, created_at: NOW });
    const made = { parcours_id, author_id: author, name: 'a', kind: 'la', geometry: '{}', created_at: NOW };
    for (const name of ['aa', 'bb', 'cc', 'dd']) {
      const file = { sha256: hashOf(name), extension: 'wav', duration_s: 1, created_at: NOW, uploader_id: author };
      await putMedia(tx, { ...file, size_bytes: third });
    }
    const id = await insertPlace(tx, { ...made, media_sha256: hashOf('dd'), audio_by: author });
    const version = { place_id: id, name: 'a', geometry: '{}', audio_by: author, replaced_by: author };
    // The same audio in two versions counts once.
    for (const name of ['aa', 'bb', 'cc', 'cc', 'dd'])
      await insertVersion(tx, { ...version, media_sha256: hashOf(name), replaced_at: NOW });
    expect(await boundReplacedAudio(tx, author)).toEqual([hashOf('aa')]);
    const left = (await listVersionAudio(tx, id)).map(({ media_sha256 }) => media_sha256);
    expect(left).toEqual(['dd', 'cc', 'cc', 'bb'].map(hashOf));
    // Shapes are bounded for each place: two of half the bytes leave no room for older ones.
    const [place, caller] = [await findAnyPlace(tx, id), { id: author, role: 'user' } as Caller];
    const large = { ...(place as PlaceRow), geometry: 'x'.repeat(VERSION_SHAPES_BYTES_MAX / 2) };
    for (const name of ['b', 'c', 'd']) await noteVersion(tx, Date.now, caller, large, { name });
    expect(await listVersionAudio(tx, id)).toHaveLength(2);
  });
});
