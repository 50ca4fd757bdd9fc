import { expect } from 'vitest';
import type { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import type { Reader } from '../../../../server/store/database.ts';
import { bytesUploaded } from '../../../../server/store/media.ts';
import { listAdmins } from '../../../../server/store/parcours.ts';
import { call, Refusal } from '../../server/api.ts';
import type { Person } from '../../server/people.ts';
import type { Fleet } from './fleet.ts';
import { noise, sendWhole } from './sending.ts';

/** Both admins of a map step down at once, again and again: one of them stays, and makes the other an admin again. */
export async function stepDown(
  fleet: Fleet,
  reader: Reader,
  parcoursId: ParcoursId,
  admins: readonly [Person, Person],
): Promise<void> {
  const set = (by: Person, who: Person, privilege: 'admin' | 'editor'): Promise<unknown> =>
    fleet.persist((origin) =>
      call(
        origin,
        'setMemberPrivilege',
        { params: { mapId: parcoursId, userId: who.user.id }, body: { privilege } },
        by.token,
      ),
    );
  await Promise.all(
    admins.map((person) =>
      set(person, person, 'editor').catch((error: unknown) => {
        // 'forbidden' where it had been done before the server was killed.
        if (!(error instanceof Refusal) || !['last_admin', 'forbidden'].includes(error.code)) throw error;
      }),
    ),
  );
  const left = await listAdmins(reader, parcoursId);
  expect(left.length, 'admins after both stepped down').toBe(1);
  const [one, other] = admins;
  const [last, first] = left[0]?.id === one.user.id ? [one, other] : [other, one];
  await set(last, first, 'admin');
  expect((await listAdmins(reader, parcoursId)).length).toBe(2);
}

/** Somebody sends more than they may to several places at once: what is stored never exceeds the quota. */
export async function overfill(
  fleet: Fleet,
  reader: Reader,
  person: Person,
  places: readonly PlaceId[],
  { quota, round, random }: { readonly quota: number; readonly round: number; readonly random: () => number },
): Promise<{ readonly taken: number; readonly refused: number }> {
  let [taken, refused] = [0, 0];
  await Promise.all(
    places.map(async (placeId, index) => {
      // One of them makes room: nearly nothing takes the place of what it had.
      const bytes = index === round % places.length ? 2000 : quota * (0.2 + 0.4 * random());
      const audio = new Blob([noise(bytes, random)]);
      try {
        await sendWhole(fleet, person, placeId, audio, `overfill-${round}-${index}`);
        taken++;
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'quota_exceeded') throw error;
        refused++;
      }
      expect(await bytesUploaded(reader, person.user.id), 'stored bytes').toBeLessThanOrEqual(quota);
    }),
  );
  return { taken, refused };
}
