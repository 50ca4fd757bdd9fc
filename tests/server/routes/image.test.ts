import { readdir } from 'node:fs/promises';
import { globalAgent } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { call } from '../../support/server/api.ts';
import { addMember, makeParcours, type Person, signUp, signUpAs } from '../../support/server/people.ts';
import { send } from '../../support/server/raw-request.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer({ IMAGE_MAX_BYTES: '200000' });
let editor: Person;
let parcoursId: ParcoursId;
beforeAll(async () => {
  editor = await signUpAs(server, 'Editor', 'editor');
  parcoursId = await makeParcours(server.origin, editor);
});

describe('a profile picture', () => {
  test('is returned with the account, served to everybody, immutable, and replaced by the next', async () => {
    const { origin } = server;
    const person = await signUp(origin, 'Pictured');
    const { imageUrl } = await call(
      origin,
      'uploadProfileImage',
      { fields: {}, file: await picture('red') },
      person.token,
    );
    expect(imageUrl).toMatch(/^\/v1\/image\/[0-9a-f]{64}\.webp$/);
    expect((await call(origin, 'readMe', {}, person.token)).user.picture).toBe(imageUrl);

    const served = await fetch(origin + imageUrl);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': `inline; filename="${imageUrl.slice(10)}"`,
      'x-content-type-options': 'nosniff',
      etag: `"${imageUrl.slice(10, -5)}"`,
    });
    expect(await sharp(Buffer.from(await served.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      width: 512,
    });

    const again = await call(origin, 'uploadProfileImage', { fields: {}, file: await picture('blue') }, person.token);
    expect((await fetch(origin + imageUrl)).status).toBe(404);
    expect((await fetch(origin + again.imageUrl)).status).toBe(200);
    const lookFor = async (path: string) =>
      (await send(origin, globalAgent, { method: 'GET', path, headers: { 'If-None-Match': '*' } })).status;
    expect([await lookFor(imageUrl), await lookFor(again.imageUrl)]).toEqual([404, 304]);
  });

  test('shared by two people stays until both have chosen another', async () => {
    const { origin } = server;
    const [one, other] = [await signUp(origin, 'One'), await signUp(origin, 'Other')];
    const upload = async (person: Person, colour: string) =>
      (await call(origin, 'uploadProfileImage', { fields: {}, file: await picture(colour) }, person.token)).imageUrl;
    const shared = await upload(one, 'green');
    expect(await upload(other, 'green')).toBe(shared);
    expect(await upload(one, 'green')).toBe(shared);
    await upload(one, 'yellow');
    expect((await fetch(origin + shared)).status).toBe(200);
    await upload(other, 'yellow');
    expect((await fetch(origin + shared)).status).toBe(404);
  });

  test('is refused to guests and without a token, without a file or image, and above the limit', async () => {
    const guest = await signUpAs(server, 'Guest', 'guest');
    const send = async (file: Blob | undefined, token?: string) =>
      call(server.origin, 'uploadProfileImage', { fields: {}, file: file as Blob }, token);
    await expect(send(await picture('red'), guest.token)).rejects.toMatchObject({ status: 403 });
    await expect(send(await picture('red'))).rejects.toMatchObject({ status: 401 });
    await expect(send(undefined, editor.token)).rejects.toMatchObject({ status: 400, message: /No file selected/ });
    const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' });
    await expect(send(svg, editor.token)).rejects.toMatchObject({ status: 400, code: 'invalid_image' });
    const large = new Blob([new Uint8Array(300_000)]);
    await expect(send(large, editor.token)).rejects.toMatchObject({ status: 413, code: 'too_large' });
    await expect.poll(() => readdir(join(server.dataDir, 'drop-ici.incoming'))).toEqual([]);
  });
});

describe('the image of a parcours', () => {
  test('is set by an update, for its own parcours alone, and is deleted with it', async () => {
    const { origin } = server;
    const own = await makeParcours(origin, editor, 'With image');
    const { image_url } = await upload(own, 'red');
    const body = { name: 'With image', description: 'd', image_url };
    const update = (id: ParcoursId, change: object = {}) =>
      call(origin, 'updateParcours', { params: { mapId: id }, body: { ...body, ...change } }, editor.token);
    await expect(update(parcoursId)).rejects.toMatchObject({ status: 400 });
    await expect(update(own, { image_url: 'https://example.org/spy.png' })).rejects.toMatchObject({ status: 400 });
    expect(await update(own)).toMatchObject({ image_url });
    expect((await fetch(origin + image_url)).status).toBe(200);
    for (const end of ['deleteParcours', 'purgeParcours'] as const) {
      await call(origin, end, { params: { mapId: own } }, editor.token);
    }
    expect((await fetch(origin + image_url)).status).toBe(404);
  });

  test('is refused to members who may not edit, and to strangers', async () => {
    const [dropper, stranger] = [await signUp(server.origin, 'Dropper'), await signUp(server.origin, 'Stranger')];
    await addMember(server.origin, editor, parcoursId, dropper, 'drop');
    for (const person of [dropper, stranger]) {
      await expect(upload(parcoursId, 'red', person)).rejects.toMatchObject({ status: 403 });
    }
  });

  test('that no update used is deleted after a day, unlike the current one', async () => {
    const own = await makeParcours(server.origin, editor, 'Undecided');
    const [taken, left] = [await upload(own, 'lime'), await upload(own, 'teal')];
    const body = { name: 'Undecided', description: 'd', image_url: taken.image_url };
    await call(server.origin, 'updateParcours', { params: { mapId: own }, body }, editor.token);
    server.advance(25 * 3600 * 1000);
    await server.restart();
    expect((await fetch(server.origin + left.image_url)).status).toBe(404);
    expect((await fetch(server.origin + taken.image_url)).status).toBe(200);
  });
});

test.each(['x.webp', `${'a'.repeat(64)}.png`, `${'a'.repeat(64)}.wav`, '..%2F..%2Fsecret', `${'a'.repeat(64)}.webp`])(
  'no image has the name %s',
  async (name) => {
    expect((await fetch(`${server.origin}/v1/image/${name}`)).status).toBe(404);
  },
);

async function upload(id: ParcoursId, colour: string, person = editor): Promise<{ image_url: string }> {
  const input = { params: { mapId: id }, fields: {}, file: await picture(colour) };
  return call(server.origin, 'uploadParcoursImage', input, person.token);
}

async function picture(background: string): Promise<Blob> {
  const image = sharp({ create: { width: 700, height: 500, channels: 3, background } });
  return new Blob([new Uint8Array(await image.png().toBuffer())]);
}
