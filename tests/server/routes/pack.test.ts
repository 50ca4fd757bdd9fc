import { createHash } from 'node:crypto';
import { readFile, rm, truncate } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { linkPath } from '../../../contracts/link.ts';
import type { Pack } from '../../../contracts/pack.ts';
import type { MediaLink } from '../../../contracts/place.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { projectRoot } from '../../../server/project-root.ts';
import { wavOf } from '../../support/audio/wav-bytes.ts';
import { waveformsTaken } from '../../support/database/kept-data.ts';
import { renditionMade } from '../../support/renditions/made.ts';
import { plain } from '../../support/samples/made-pictures.ts';
import { call } from '../../support/server/api.ts';
import {
  fixture,
  makeDraft,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
  signUpMember,
  upload,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const HOUR_MS = 3600 * 1000;

const server = useServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUpAs(server, 'Owner', 'editor');
});

describe('the pack of a parcours with an image, two drops, and a third place without audio', () => {
  let parcoursId: ParcoursId;
  let first: PlaceId;
  let second: PlaceId;
  beforeAll(async () => {
    parcoursId = await makeParcours(server.origin, owner);
    first = await makePlace(server.origin, owner, parcoursId, 'Le pont');
    second = await makePlace(server.origin, owner, parcoursId, 'Le quai');
    await makePlace(server.origin, owner, parcoursId, 'Sans rien');
    await upload(server.origin, owner, first, await fixture('conforming-mono.wav'));
    await upload(server.origin, owner, second, await fixture('conforming-stereo.wav'));
    await setImage(parcoursId);
    await waveformsTaken(server.dataDir);
  });

  test('has the parcours and its places like the other calls', async () => {
    const { map, places } = await readPack(parcoursId);
    expect(map).toEqual(await call(server.origin, 'readParcours', { params: { mapId: parcoursId } }, owner.token));
    expect({ places }).toEqual(
      await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, owner.token),
    );
    expect(places).toHaveLength(3);
  });

  test('lists the picture, then waveform and master of each place, as long as no rendition exists', async () => {
    const { map, files } = await readPack(parcoursId);
    const [one, two] = [await heardAt(first), await heardAt(second)];
    expect(files.map(({ kind, link }) => [kind, link])).toEqual([
      ['picture', map.image_url],
      ['waveform', one.peaks],
      ['audio', one.link],
      ['waveform', two.peaks],
      ['audio', two.link],
    ]);
  });

  test('lists files that can be downloaded with exactly that size and hash', async () => {
    const { files } = await readPack(parcoursId);
    for (const file of files) {
      const content = await download(file.link);
      expect([file.bytes, file.sha256]).toEqual([content.length, sha256Of(content)]);
    }
  });

  test('is for members only', async () => {
    const member = await signUpMember(server, owner, parcoursId, 'Member', 'guest');
    const stranger = await signUp(server.origin, 'Stranger');
    expect((await readPack(parcoursId, member)).map.privilege).toBe('guest');
    await expect(readPack(parcoursId, stranger)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await expect(readPack(9_999_999 as ParcoursId)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  test('has the same version for every member, after a restart, and with new signatures', async () => {
    const member = await signUpMember(server, owner, parcoursId, 'Other member', 'editor');
    const { version, files } = await readPack(parcoursId);
    expect((await readPack(parcoursId, member)).version).toBe(version);
    await server.restart();
    expect((await readPack(parcoursId)).version).toBe(version);
    server.advance(7 * HOUR_MS);
    const later = await readPack(parcoursId);
    expect(later.files.at(-1)?.link).not.toBe(files.at(-1)?.link);
    expect(later.version).toBe(version);
  });

  test('has another version after each change of its content', async () => {
    const versions = [(await readPack(parcoursId)).version];
    const note = async (): Promise<void> => {
      versions.push((await readPack(parcoursId)).version);
    };
    const renamed = { id: first, appelation: 'Le vieux pont' };
    await call(server.origin, 'updatePlace', { body: renamed }, owner.token);
    await note();
    await call(server.origin, 'updatePlace', { body: { ...renamed, feature: 'POINT(2.4 48.9)' } }, owner.token);
    await note();
    const params = { mapId: parcoursId };
    const body = { name: 'Le quai', description: 'Autrement' };
    await call(server.origin, 'updateParcours', { params, body }, owner.token);
    await note();
    await upload(server.origin, owner, second, await fixture('conforming-mono.wav'));
    await note();
    await call(server.origin, 'deletePlace', { params: { placeId: second } }, owner.token);
    await note();
    await makePlace(server.origin, owner, parcoursId);
    await note();
    expect(new Set(versions).size).toBe(7);
  });
});

describe('a file that the server has lost', () => {
  let parcoursId: ParcoursId;
  let heard: MediaLink;
  const audio = wavOf(Int16Array.of(1, 2, 3));
  beforeAll(async () => {
    parcoursId = await makeParcours(server.origin, owner);
    heard = await addDrop(parcoursId, audio);
    await addDrop(parcoursId, wavOf(Int16Array.of(4, 5, 6)));
    await setImage(parcoursId);
  });

  test('is left out, so that the pack can be complete, and listed after a new upload', async () => {
    const { version, files, places } = await readPack(parcoursId);
    expect(files.map(({ kind }) => kind)).toEqual(['picture', 'waveform', 'audio', 'waveform', 'audio']);
    await rm(pathOf(files[0]?.link ?? ''));
    await rm(pathOf(heard.peaks ?? ''));
    // As a full disk or a broken copy leaves it.
    await truncate(pathOf(heard.link), 10);
    await server.restart();
    const rest = await readPack(parcoursId);
    expect(rest.files).toEqual(files.slice(3));
    expect(rest.places).toEqual(places);
    expect(rest.version).not.toBe(version);

    await addDrop(parcoursId, audio);
    expect((await readPack(parcoursId)).files.map(({ link }) => link)).toContain(heard.link);
  });
});

describe('a file of two places', () => {
  test('is listed once if they play the same audio', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    for (const _ of ['Ici', 'Là']) await addDrop(parcoursId, wavOf(Int16Array.of(7, 8)));
    const { places, files } = await readPack(parcoursId);
    expect(places.filter(({ media }) => media !== null)).toHaveLength(2);
    expect(files.map(({ kind }) => kind)).toEqual(['waveform', 'audio']);
  });

  test('is listed under each path if only the content is equal: waveforms of two near silences', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const links = [
      await addDrop(parcoursId, wavOf(Int16Array.of(1))),
      await addDrop(parcoursId, wavOf(Int16Array.of(2))),
    ];
    const waveforms = (await readPack(parcoursId)).files.filter(({ kind }) => kind === 'waveform');
    expect(waveforms.map(({ link }) => link)).toEqual(links.map(({ peaks }) => peaks));
    expect(new Set(waveforms.map(({ sha256 }) => sha256)).size).toBe(1);
  });
});

test('a rendition replaces its master in a new version, and the master replaces a lost rendition', async () => {
  const parcoursId = await makeParcours(server.origin, owner);
  const placeId = await makePlace(server.origin, owner, parcoursId);
  await upload(server.origin, owner, placeId, await fixture('conforming-mono.wav'));
  await waveformsTaken(server.dataDir);
  const before = await readPack(parcoursId);

  try {
    await server.restart({ RENDITIONS: '1' });
    const { link, rendition } = await renditionMade(server.origin, owner, placeId);
    const made = await readPack(parcoursId);
    const file = made.files.at(-1);
    expect(file).toMatchObject({ kind: 'audio', link: rendition.link, bytes: rendition.bytes });
    expect(sha256Of(await download(rendition.link))).toBe(file?.sha256);
    expect(made.version).not.toBe(before.version);

    await rm(pathOf(rendition.link));
    await server.restart({ RENDITIONS: '0' });
    expect((await readPack(parcoursId)).files.at(-1)).toMatchObject({ kind: 'audio', link });
  } finally {
    await server.restart({ RENDITIONS: '0' });
  }
});

test('what the places say comes with them: the words of all members, sounds of tellings, and one file of each picture', async () => {
  const parcoursId = await makeParcours(server.origin, owner);
  const placeId = await makePlace(server.origin, owner, parcoursId, 'Le pont');
  const silent = await readPack(parcoursId);
  expect(silent.words).toBeUndefined();
  const file = new Blob([wavOf(Int16Array.of(11, 12))]);
  const fields = { place_id: placeId, telling: 'en.standard', size: file.size, length: 1 };
  const { media_data } = await call(server.origin, 'uploadAudio', { fields, file }, owner.token);
  await waveformsTaken(server.dataDir);
  const picture = new Blob([new Uint8Array(await plain(1000, 500, 'teal').png().toBuffer())]);
  await call(server.origin, 'addPicture', { params: { placeId }, fields: {}, file: picture }, owner.token);
  const vtt = 'WEBVTT\n\n00:00.000 --> 00:01.000\nNot yet.';
  const params = { placeId, language: 'en', kind: 'standard' } as const;
  const body = { transcript: { vtt, state: 'draft' } } as const;
  await call(server.origin, 'changeTranscript', { params, body }, owner.token);
  // Of somebody who hasn't saved their drop.
  const hidden = await makeDraft(server.origin, owner, parcoursId);
  await call(server.origin, 'uploadAudio', { fields: { ...fields, place_id: hidden }, file }, owner.token);
  const { words, files, version } = await readPack(parcoursId);
  expect(version).not.toBe(silent.version);
  expect(words?.places).toMatchObject([
    { id: placeId, tellings: [{ language: 'en', transcript: null }], pictures: [{ width: 1000 }] },
  ]);
  const links = files.map(({ kind, link }) => [kind, link.split('?')[0]]);
  expect(links).toEqual([
    ['waveform', expect.stringContaining('.dat')],
    ['audio', media_data.link.split('?')[0]],
    [
      'picture',
      words?.places[0]?.pictures[0]?.files
        .find(({ type, width }) => type === 'image/webp' && width === 960)
        ?.link.split('?')[0],
    ],
  ]);
  const [sound] = words?.places[0]?.tellings ?? [];
  expect(sound?.media?.link).toBe(files[1]?.link);
  for (const { link, sha256 } of files) expect(sha256Of(await download(link))).toBe(sha256);
  const about = { language: 'fr', facts: { toilets: 'À la mairie' }, translations: [] };
  await call(server.origin, 'changeAbout', { params: { mapId: parcoursId }, body: about }, owner.token);
  const later = await readPack(parcoursId);
  expect(later.words?.about).toEqual(about);
  expect(later.version).not.toBe(version);
});

describe('a pack with a separate link query', () => {
  let parcoursId: ParcoursId;
  beforeAll(async () => {
    parcoursId = await makeParcours(server.origin, owner);
    for (let index = 0; index < 20; index++) await makePlace(server.origin, owner, parcoursId, `Le quai ${index}`);
    await addDrop(parcoursId, wavOf(Int16Array.of(9, 10)));
    await setImage(parcoursId);
  });
  const asked = { query: { links: 'apart' } } as const;

  test('equals the whole one if the query is appended to audio and waveform links, which all work', async () => {
    const whole = await readPack(parcoursId);
    const { linkQuery = '', ...apart } = await call(
      server.origin,
      'readPack',
      { params: { mapId: parcoursId }, ...asked },
      owner.token,
    );
    const text = JSON.stringify(apart).replaceAll(/"(\/v1\/media\/[^"]*)"/g, `"$1${linkQuery}"`);
    expect(JSON.parse(text)).toEqual(whole);
    for (const { kind, link } of apart.files)
      await download(kind === 'picture' && link.startsWith('/v1/image/') ? link : link + linkQuery);
    expect(whole.linkQuery).toBeUndefined();
  });

  test('is compressed on request except for the query, and with whole links not at all', async () => {
    const raw = (query: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        const url = `${server.origin}/v1/map/map/${parcoursId}/pack${query}`;
        request(url, { headers: { Authorization: owner.token, ...headers } }, resolve)
          .once('error', reject)
          .end();
      });
    const bytesOf = async (response: IncomingMessage) => Buffer.concat(await response.toArray());
    const gzip = { 'Accept-Encoding': 'gzip' };
    const [plain, compressed, whole] = [
      await raw('?links=apart', {}),
      await raw('?links=apart', gzip),
      await raw('', gzip),
    ];
    expect([plain, compressed, whole].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'gzip',
      undefined,
    ]);
    const [bytes, fewer] = [await bytesOf(plain), await bytesOf(compressed)];
    expect(JSON.parse(gunzipSync(fewer).toString())).toEqual(JSON.parse(bytes.toString()));
    expect(fewer.length).toBeLessThan(bytes.length / 2);
    const { linkQuery } = JSON.parse(bytes.toString()) as Pack;
    expect(fewer.includes(linkQuery ?? 'none')).toBe(true);
    await bytesOf(whole);
  });

  test('is refused with another value of `links`', async () => {
    const response = await fetch(`${server.origin}/v1/map/map/${parcoursId}/pack?links=signed`, {
      headers: { Authorization: owner.token },
    });
    expect(response.status).toBe(400);
  });
});

describe('a repeated request for a pack', () => {
  let parcoursId: ParcoursId;
  let tag: string;
  beforeAll(async () => {
    parcoursId = await makeParcours(server.origin, owner);
    tag = `W/"${(await readPack(parcoursId)).version}"`;
  });

  test('gets the version as a weak ETag, and is not cached, because cached links would expire', async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    expect(response.headers.get('ETag')).toBe(tag);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  test.each([
    ['weak tag', () => tag],
    ['strong tag', () => tag.slice(2)],
    ['list with it', () => `"a", W/"b,c" ,${tag}`],
    ['star', () => '*'],
  ])('gets 304 if it names the version by a %s', async (_, header) => {
    const response = await ask(header());
    expect([response.status, await response.text()]).toEqual([304, '']);
    expect(response.headers.get('ETag')).toBe(tag);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  test.each(['', '"a"', 'W/"*"', 'nonsense'])('gets the pack if it names another version: %j', async (header) => {
    const response = await ask(header);
    expect(response.status).toBe(200);
    expect((await response.json()).version).toBe(tag.slice(3, -1));
  });

  test('is refused to people who are not members, whatever version they name', async () => {
    const stranger = await signUp(server.origin, 'Knows the version');
    expect((await ask(tag, stranger)).status).toBe(403);
    expect((await ask('*', stranger)).status).toBe(403);
  });

  test('gets the pack after a change', async () => {
    await makePlace(server.origin, owner, parcoursId);
    const response = await ask(tag);
    expect(response.status).toBe(200);
    expect(response.headers.get('ETag')).not.toBe(tag);
  });

  /** As in pages, `fetch` adds `Cache-Control: no-cache` to the given header. */
  function ask(ifNoneMatch?: string, { token } = owner): Promise<Response> {
    const headers = { Authorization: token, ...(ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch }) };
    return fetch(`${server.origin}/v1/map/map/${parcoursId}/pack`, { headers });
  }
});

async function readPack(parcoursId: ParcoursId, { token } = owner): Promise<Pack> {
  return call(server.origin, 'readPack', { params: { mapId: parcoursId } }, token);
}

/** Adds a place with this audio, and waits until it has its waveform. */
async function addDrop(parcoursId: ParcoursId, wav: Uint8Array<ArrayBuffer>): Promise<MediaLink> {
  const placeId = await makePlace(server.origin, owner, parcoursId);
  await upload(server.origin, owner, placeId, new Blob([wav]));
  await waveformsTaken(server.dataDir);
  return heardAt(placeId);
}

async function heardAt(placeId: PlaceId): Promise<MediaLink> {
  const { media_data } = await call(server.origin, 'readPlace', { params: { placeId } }, owner.token);
  if (media_data === null) throw new Error(`Expected audio at place ${placeId}`);
  return media_data;
}

async function setImage(parcoursId: ParcoursId): Promise<void> {
  const params = { mapId: parcoursId };
  const file = new Blob([await readFile(join(projectRoot(), 'docs/map.png'))]);
  const { image_url } = await call(server.origin, 'uploadParcoursImage', { params, fields: {}, file }, owner.token);
  const body = { name: 'Le quai', description: 'Au bord de l’eau', image_url };
  await call(server.origin, 'updateParcours', { params, body }, owner.token);
}

async function download(link: string): Promise<Buffer> {
  const response = await fetch(server.origin + link);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Returns the absolute path of the stored file behind a link. */
function pathOf(link: string): string {
  const file = basename(linkPath(link));
  return join(server.dataDir, 'media', file.slice(0, 2), file);
}
