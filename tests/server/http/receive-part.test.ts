import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { DRAIN_MS } from '../../../server/http/receive-part.ts';
import { makeParcours, makePlace, type Person, signUp } from '../../support/server/people.ts';
import { beginUpload, offsetOf, sendPart, tus } from '../../support/server/tus.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
let owner: Person;
let id: string;
beforeAll(async () => {
  owner = await signUp(server.origin, 'Owner');
  const place = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
  id = await beginUpload(server.origin, owner, place, 1000);
});

test('a running part gets a moment when another request wants the upload, and its bytes stay', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const first = tus(server.origin, {
    method: 'PATCH',
    path: `/${id}`,
    token: owner.token,
    headers: { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    body: readable,
    duplex: 'half',
  });
  const writer = writable.getWriter();
  await writer.write(new Uint8Array(300));
  // A request that finds no byte yet would end the part without any.
  await expect.poll(async () => (await stat(join(server.dataDir, 'drop-ici.resumable', id))).size).toBe(300);
  // Each request takes the upload over; until then it reports the arrived bytes.
  await expect.poll(() => offsetOf(server.origin, owner, id), { interval: 2 * DRAIN_MS }).toBe(300);
  writer.abort().catch(() => undefined);
  await first.catch(() => undefined);
  expect((await sendPart(server.origin, owner, id, 300, new Blob([new Uint8Array(700)]))).status).toBe(204);
  expect(await offsetOf(server.origin, owner, id)).toBe(1000);
});
