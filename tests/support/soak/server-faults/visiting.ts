import { expect } from 'vitest';
import type { ParcoursId } from '../../../../contracts/vocabulary.ts';
import { call, Refusal } from '../../server/api.ts';
import type { Person } from '../../server/people.ts';
import type { Fleet } from './fleet.ts';
import type { Sent } from './sending.ts';

/** Somebody new signs up, logs in, and is known. */
export async function visit(fleet: Fleet, name: string): Promise<void> {
  const body = { name, email: `${name.replaceAll(' ', '.')}@example.org`, password: `the password of ${name}` };
  await fleet
    .persist((origin) => call(origin, 'createAccount', { body }))
    .catch((error: unknown) => {
      // It was made before the answer was lost.
      if (!(error instanceof Refusal) || error.code !== 'email_taken') throw error;
    });
  const { token, user } = await fleet.persist((origin) => call(origin, 'login', { body }));
  expect(user.name).toBe(name);
  await fleet.persist((origin) => call(origin, 'readMe', {}, token));
}

/** Its author looks for a drop in the list of its map, and plays some of it. */
export async function listen(
  fleet: Fleet,
  { person, parcoursId }: { readonly person: Person; readonly parcoursId: ParcoursId },
  { placeId, head }: Sent & { readonly head: Uint8Array },
  random: () => number,
): Promise<void> {
  const { places } = await fleet.persist((origin) =>
    call(origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, person.token),
  );
  expect(places.filter(({ id }) => id === placeId)).toMatchObject([{ id: placeId, media: { data: {} } }]);
  const { media_data } = await fleet.persist((origin) =>
    call(origin, 'readPlace', { params: { placeId } }, person.token),
  );
  const from = Math.floor(random() * (head.length - 1));
  const to = from + Math.floor(random() * (head.length - from));
  const played = await fleet.persist(async (origin) => {
    const response = await fetch(`${origin}${media_data?.link}`, { headers: { Range: `bytes=${from}-${to}` } });
    if (response.status !== 206) throw new Error(`Expected 206, got ${response.status}: ${await response.text()}`);
    return new Uint8Array(await response.arrayBuffer());
  });
  expect(played).toEqual(head.slice(from, to + 1));
}
