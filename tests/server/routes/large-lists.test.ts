import { expect, test } from 'vitest';
import { call } from '../../support/server/api.ts';
import { signUp, signUpMember } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';
import { fillWithZones, LARGEST_ZONE, listBytes } from '../../support/server/zones.ts';

const ZONES = 10;
const server = useServer();

test('a large list counts as several calls of its account, and is sent nevertheless', async () => {
  const owner = await signUp(server.origin, 'Owner');
  const parcoursId = await fillWithZones(server, owner, ZONES);
  // A member without earlier calls, because shared counts survive a restart.
  const member = await signUpMember(server, owner, parcoursId, 'Member', 'drop');
  // One list counts as about fifteen calls.
  await server.restart({ CALLS_PER_MINUTE: '20' });
  const { token } = member;
  expect(await listBytes(server.origin, token, parcoursId)).toBeGreaterThan(ZONES * LARGEST_ZONE.length);
  expect(await listBytes(server.origin, token, parcoursId)).toBeGreaterThan(ZONES * LARGEST_ZONE.length);
  await expect(call(server.origin, 'readMe', {}, token)).rejects.toMatchObject({ code: 'too_many_requests' });
});
