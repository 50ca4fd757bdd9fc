import { expect, test } from 'vitest';
import { call } from '../../support/api.ts';
import { addMember, signUp } from '../../support/people.ts';
import { useServer } from '../../support/use-server.ts';
import { fillWithZones, LARGEST_ZONE, listBytes } from '../../support/zones.ts';

const ZONES = 10;
const server = useServer();

test('a large list counts as further calls of its account, which it is sent all the same', async () => {
  const owner = await signUp(server.origin, 'Owner');
  const mapId = await fillWithZones(server, owner, ZONES);
  // Somebody who has asked for none yet: where servers share the counts, a restart forgets none.
  const member = await signUp(server.origin, 'Member');
  await addMember(server.origin, owner, mapId, member, 'drop');
  // One is as large as some fifteen calls.
  await server.restart({ CALLS_PER_MINUTE: '20' });
  const { token } = member;
  expect(await listBytes(server.origin, token, mapId)).toBeGreaterThan(ZONES * LARGEST_ZONE.length);
  expect(await listBytes(server.origin, token, mapId)).toBeGreaterThan(ZONES * LARGEST_ZONE.length);
  await expect(call(server.origin, 'readMe', {}, token)).rejects.toMatchObject({ code: 'too_many_requests' });
});
