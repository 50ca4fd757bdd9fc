import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { PICTURES_MAX } from '../../../contracts/limits.ts';
import type { Picture } from '../../../contracts/telling.ts';
import type { ParcoursId, PictureId, PlaceId } from '../../../contracts/vocabulary.ts';
import { verifiedMedia } from '../../support/database/kept-data.ts';
import { halves, heicFile, plain, tellingJpeg } from '../../support/samples/made-pictures.ts';
import { call } from '../../support/server/api.ts';
import {
  answerWaiting,
  makeParcours,
  makePlace,
  type Person,
  signUpAs,
  signUpMember,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer({ FRESH_QUOTA_BYTES: '90000', USER_QUOTA_BYTES: '90000' });

let casts = 0;
let owner: Person;
let author: Person;
let parcoursId: ParcoursId;
let placeId: PlaceId;
beforeEach(async () => {
  casts += 1;
  owner = await signUpAs(server, 'Autrice', 'editor');
  parcoursId = await makeParcours(server.origin, owner);
  author = await signUpMember(server, owner, parcoursId, 'Lea', 'drop');
  placeId = await makePlace(server.origin, author, parcoursId);
});

/** Has files that no other test has. */
const small = async (colour: string): Promise<Buffer> =>
  plain(24 + casts, 16, colour)
    .png()
    .toBuffer();
const add = (bytes: Buffer, { token } = author, key?: string): Promise<Picture> =>
  call(
    server.origin,
    'addPicture',
    { params: { placeId }, fields: {}, file: new Blob([new Uint8Array(bytes)]) },
    token,
    key,
  );
const order = (ids: readonly PictureId[]) =>
  call(server.origin, 'orderPictures', { params: { placeId }, body: { order: [...ids] } }, author.token);
const remove = (pictureId: PictureId) =>
  call(server.origin, 'deletePicture', { params: { placeId, pictureId } }, author.token);
const credit = (pictureId: PictureId, text: string, { token } = author) =>
  call(server.origin, 'changePicture', { params: { placeId, pictureId }, body: { credit: text } }, token);
const read = async ({ token } = owner): Promise<Picture[]> =>
  (await call(server.origin, 'readPlaceWords', { params: { placeId } }, token)).pictures;
const held = async (): Promise<string | undefined> =>
  (await call(server.origin, 'readPlace', { params: { placeId } }, author.token)).held;
const statuses = async ({ files }: Picture): Promise<number[]> =>
  Promise.all(files.map(async ({ link }) => (await fetch(server.origin + link)).status));

describe('a picture', () => {
  test('is served to who sees its place, forever, in its formats, without what the camera wrote into it', async () => {
    const { width, height, files } = await add(await tellingJpeg(halves(500, 300)));
    expect({ width, height }).toEqual({ width: 500, height: 300 });
    expect(files.map((file) => `${file.type} ${file.width}`)).toEqual(
      [500, 480].flatMap((width) => ['image/avif', 'image/jpeg', 'image/webp'].map((type) => `${type} ${width}`)),
    );
    for (const { type, bytes, link } of files) {
      const served = await fetch(server.origin + link);
      expect(Object.fromEntries(served.headers)).toMatchObject({
        'content-type': type,
        'cache-control': 'private, max-age=31536000, immutable',
        'content-length': String(bytes),
      });
      const { mediaType, exif, xmp, iptc, icc } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
      expect({ mediaType, exif, xmp, iptc, icc }).toEqual({ mediaType: type });
    }
    expect(await read(author)).toMatchObject([{ width, height, files, credit: '' }]);
  });

  test('is refused in words, and leaves no file, if it is a HEIC, or one too many', async () => {
    await expect(add(await heicFile())).rejects.toMatchObject({ status: 400, code: 'invalid_image' });
    const colours = ['red', 'blue', 'green', 'teal', 'navy', 'lime', 'gray', 'pink'];
    expect(colours).toHaveLength(PICTURES_MAX);
    for (const colour of colours) await add(await small(colour));
    await expect(add(await small('gold'))).rejects.toMatchObject({ code: 'too_many' });
    await expect.poll(() => verifiedMedia(server.dataDir)).toMatchObject({ missing: [], orphaned: [], changed: [] });
  });

  test('is added once, however often it is sent with one key, also to a place that is full meanwhile', async () => {
    const first = await add(await small('red'), author, 'key-of-the-red-one');
    expect(await add(await small('red'), author, 'key-of-the-red-one')).toEqual(first);
    for (let others = 1; others < PICTURES_MAX; others++) await add(await small('blue'));
    await credit(first.id, 'Ana');
    expect(await add(await small('red'), author, 'key-of-the-red-one')).toEqual({ ...first, credit: 'Ana' });
    expect(await read()).toHaveLength(PICTURES_MAX);
    await remove(first.id);
    await expect(add(await small('red'), author, 'key-of-the-red-one')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is added once and answered to both, if it is sent again while it is still encoded', async () => {
    const [first, again] = await Promise.all(
      ['teal', 'teal'].map(async (colour) => add(await small(colour), author, 'key-of-teal')),
    );
    expect(again).toEqual(first);
    expect(await read(author)).toEqual([first]);
    await expect.poll(() => verifiedMedia(server.dataDir)).toMatchObject({ missing: [], orphaned: [], changed: [] });
  });

  test('counts for the quota of who sends it', async () => {
    const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * at * 7919) % 251));
    const file = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
      .jpeg({ quality: 30 })
      .toBuffer();
    await expect(add(file)).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(await read()).toEqual([]);
  });

  test('goes with its files, unless another has the same', async () => {
    const [first, same, other] = [
      await add(await small('red')),
      await add(await small('red')),
      await add(await small('blue')),
    ];
    expect(same.files).toEqual(first.files);
    await remove(first.id);
    await expect(remove(first.id)).rejects.toMatchObject({ status: 404 });
    expect(await statuses(same)).toEqual([200, 200, 200]);
    await remove(same.id);
    expect(await statuses(same)).toEqual([403, 403, 403]);
    for (const [act, status] of [
      ['deletePlace', 403],
      ['restorePlace', 200],
      ['deletePlace', 403],
      ['purgePlace', 403],
    ] as const) {
      await call(server.origin, act, { params: { placeId } }, author.token);
      expect(await statuses(other)).toEqual([status, status, status]);
    }
    await expect.poll(() => verifiedMedia(server.dataDir)).toMatchObject({ missing: [], orphaned: [] });
  });
});

describe('the link to a picture', () => {
  /** The statuses of a file by the link of its author, of the parcours' admin, of a visitor, and by its name alone. */
  const follow = async (): Promise<number[]> => {
    const { origin } = server;
    const params = { params: { placeId } };
    const links: string[] = [];
    for (const { token } of [author, owner]) {
      const { pictures } = await call(origin, 'readPlaceWords', params, token).catch(() => ({ pictures: [] }));
      links.push(pictures[0]?.files.at(-1)?.link ?? '/v1/media/none');
    }
    const path = known?.split('?')[0] ?? '';
    links.push(`${path}?open=a-quay`, path, path.replace('/v1/media/', '/v1/image/'));
    return Promise.all(links.map(async (link) => (await fetch(origin + link)).status));
  };
  let known: string | undefined;

  test('ends where its place is reported, for visitors, and where it is hidden or deleted, for members', async () => {
    const { origin } = server;
    known = (await add(await small('red'))).files.at(-1)?.link;
    const mapped = { params: { mapId: parcoursId } };
    expect(await follow()).toEqual([200, 200, 403, 403, 404]);
    await call(origin, 'updateOpening', { ...mapped, body: { visibility: 'link', slug: 'a-quay' } }, owner.token);
    expect(await follow()).toEqual([200, 200, 200, 403, 404]);
    const thing = { kind: 'place', id: placeId } as const;
    await call(origin, 'report', { body: { thing, reason: 'privacy' } }, owner.token);
    expect(await follow()).toEqual([200, 200, 403, 403, 404]);
    const admin = await signUpAs(server, 'Admin', 'admin');
    const ofOwner = (await read())[0]?.files.at(-1)?.link;
    await call(origin, 'takeMeasure', { body: { thing, kind: 'hide' } }, admin.token);
    expect((await fetch(origin + ofOwner)).status).toBe(403);
    expect(await follow()).toEqual([200, 404, 403, 403, 404]);
    const { pictures } = await call(origin, 'readPlaceWords', { params: { placeId } }, admin.token);
    expect((await fetch(origin + pictures[0]?.files[0]?.link)).status).toBe(200);
    await call(origin, 'deletePlace', { params: { placeId } }, author.token);
    expect((await fetch(origin + known)).status).toBe(403);
  });
});

describe('the pictures of a place', () => {
  test('have the order that their author gives them, which names each once', async () => {
    const ids = [];
    for (const colour of ['red', 'blue', 'teal']) ids.push((await add(await small(colour))).id);
    const [first, second, third] = ids as [PictureId, PictureId, PictureId];
    await order([third, first, second]);
    expect((await read()).map(({ id }) => id)).toEqual([third, first, second]);
    const { id: fourth } = await add(await small('navy'));
    for (const wrong of [
      [first, second, third],
      [first, first, second, third],
      [first, second, third, 999_999 as PictureId],
    ]) {
      await expect(order(wrong)).rejects.toMatchObject({ status: 409, code: 'conflict' });
    }
    expect((await read()).map(({ id }) => id)).toEqual([third, first, second, fourth]);
  });

  test('leave no telling behind that only described them', async () => {
    const { id } = await add(await small('red'));
    const tell = (language: string, text: string) => {
      const body = { name: '', text, link: null, pictures: [{ id, description: 'Rot' }] };
      const params = { placeId, language, kind: 'standard' as const };
      return call(server.origin, 'changeTelling', { params, body }, author.token);
    };
    await tell('de', '');
    await tell('br', 'Ruz.');
    await remove(id);
    const about = (language: string) =>
      call(
        server.origin,
        'changeAbout',
        { params: { mapId: parcoursId }, body: { language, facts: {}, translations: [] } },
        owner.token,
      );
    await expect(about('br')).rejects.toMatchObject({ code: 'conflict' });
    await about('de');
  });

  test('have a credit, and only those of this place', async () => {
    const { id } = await add(await small('red'));
    expect(await credit(id, '© Ada')).toMatchObject({ id, credit: '© Ada' });
    expect(await read()).toMatchObject([{ id, credit: '© Ada' }]);
    placeId = await makePlace(server.origin, author, parcoursId, 'Autre');
    await expect(credit(id, 'Eve')).rejects.toMatchObject({ status: 404 });
    await expect(remove(id)).rejects.toMatchObject({ status: 404 });
  });

  test('wait for an approval once their author changes them, and not for nothing', async () => {
    await call(
      server.origin,
      'requireApproval',
      { params: { mapId: parcoursId }, body: { required: true } },
      owner.token,
    );
    const approve = () => answerWaiting(server.origin, owner, parcoursId, placeId, 'approved');
    const { id } = await add(await small('red'));
    const { id: other } = await add(await small('blue'));
    for (const change of [() => credit(id, 'Ada'), () => order([other, id]), () => remove(other)]) {
      expect(await held()).toBe('waiting');
      await approve();
      await change();
    }
    await approve();
    await credit(id, 'Ada');
    await order([id]);
    expect(await held()).toBeUndefined();
    await credit(id, 'Eve', owner);
    expect(await held()).toBeUndefined();
  });
});
