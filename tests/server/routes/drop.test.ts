import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ErrorBody } from '../../../contracts/errors.ts';
import type { MediaLink } from '../../../contracts/place.ts';
import { type ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { dataChunk, fmtChunk, wavFile } from '../../support/audio/wav-bytes.ts';
import { waveformsTaken } from '../../support/database/kept-data.ts';
import { call } from '../../support/server/api.ts';
import {
  addMember,
  fixture,
  makeParcours,
  makePlace,
  type Person,
  setRole,
  signUp,
  signUpAs,
  signUpMember,
  upload,
} from '../../support/server/people.ts';
import { holdBack, multipart, type Part } from '../../support/server/raw-request.ts';
import { useServer } from '../../support/server/use-server.ts';

const STEREO = 'conforming-stereo.wav';
const MONO = 'conforming-mono.wav';
const server = useServer();
let owner: Person;
let parcoursId: ParcoursId;
beforeAll(async () => {
  owner = await signUpAs(server, 'Owner', 'admin');
  parcoursId = await makeParcours(server.origin, owner);
});

describe('an uploaded recording', () => {
  test('becomes the audio of its place, byte for byte, with the duration in the file', async () => {
    const place = await makePlace(server.origin, owner, parcoursId);
    const file = await fixture(STEREO);
    const media = await upload(server.origin, owner, place, file, { length: 999 });
    expect(media.length).toBeCloseTo((file.size - 44) / (44_100 * 4), 2);
    const served = await fetch(server.origin + media.link);
    expect(served.headers.get('Content-Type')).toBe('audio/wav');
    expect(Buffer.from(await served.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
    const detail = await call(server.origin, 'readPlace', { params: { placeId: place } }, owner.token);
    expect(detail.media_data).toMatchObject(audioOf(media));
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, owner.token);
    expect(places.find(({ id }) => id === place)?.media?.data).toMatchObject(audioOf(media));
  });

  test('replaces an older one, which nobody hears any more once no other place plays it', async () => {
    const own = await makeParcours(server.origin, owner, 'Replacing');
    const [one, other] = [await makePlace(server.origin, owner, own), await makePlace(server.origin, owner, own)];
    const older = wavOf([1, 2, 3]);
    const before = await mediaFiles();
    const { link } = await upload(server.origin, owner, one, older);
    await upload(server.origin, owner, other, older);
    expect((await mediaFiles()).length).toBe(before.length + 2);
    await upload(server.origin, owner, one, wavOf([4, 5, 6]));
    expect((await fetch(server.origin + link)).status).toBe(200);
    await upload(server.origin, owner, other, wavOf([4, 5, 6]));
    expect((await fetch(server.origin + link)).status).toBe(403);
    // The older one stays as an earlier version.
    expect((await mediaFiles()).length).toBe(before.length + 4);
  });

  test('sent again is the same file, which stays', async () => {
    const place = await makePlace(server.origin, owner, parcoursId);
    const first = await upload(server.origin, owner, place, await fixture(MONO));
    const again = await upload(server.origin, owner, place, await fixture(MONO));
    expect(again.link).toBe(first.link);
    expect((await fetch(server.origin + again.link)).status).toBe(200);
  });
});

describe('an invalid upload is refused and leaves nothing:', () => {
  test.each(['text.mp3', 'vbr-with-cover.mp3', 'moov-at-end.m4a', '48k-24bit-mono.wav'])('%s', async (name) => {
    await expectRefusal(await fixture(name), {}, { code: 'invalid_audio' });
  });

  test('an empty file', async () => {
    await expectRefusal(new Blob([]), { size: 1 }, { code: 'invalid_audio' });
  });

  test('a WAV without samples', async () => {
    await expectRefusal(wavOf([]), {}, { code: 'invalid_audio' });
  });

  test('a very short WAV with a megabyte of other data', async () => {
    const other = { id: 'junk', body: new Uint8Array(1_000_000) };
    const file = new Blob([wavFile([fmtChunk(), dataChunk(new Int16Array(4410)), other])]);
    await expectRefusal(file, {}, { code: 'invalid_audio', message: 'beside the samples' });
  });

  test('a file of another size than announced', async () => {
    const file = await fixture(MONO);
    await expectRefusal(file, { size: file.size + 1 }, { code: 'invalid_audio', message: String(file.size + 1) });
  });

  test('no length, and a length of zero', async () => {
    const refusal = { code: 'invalid_request', message: 'Missing file or audio length.' };
    await expectRefusal(await fixture(MONO), { length: 0 }, refusal);
    await expectRefusal(await fixture(MONO), { length: Number.NaN }, refusal);
  });

  test('no file', async () => {
    const form = new FormData();
    for (const field of ['place_id', 'size', 'length']) form.set(field, '1');
    const response = await send(form);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: 'Missing file or audio length.' } });
  });

  test('a second file, or one in another part', async () => {
    const form = new FormData();
    form.set('picture', await fixture(MONO), 'a.wav');
    expect((await send(form)).status).toBe(400);
    const twice = new FormData();
    twice.append('audio', await fixture(MONO), 'a.wav');
    twice.append('audio', await fixture(MONO), 'b.wav');
    expect((await send(twice)).status).toBe(400);
    await expect.poll(strays).toEqual([]);
  });

  test('truncated form data', async () => {
    const body = `--cut\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\nRIFF....`;
    const response = await fetch(`${server.origin}/v1/drop/upload`, {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=cut', Authorization: owner.token },
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_request' } });
    await expect.poll(strays).toEqual([]);
  });

  test('form data without a boundary, and a body of another type', async () => {
    for (const type of ['multipart/form-data', 'application/json', 'audio/wav']) {
      const headers = { 'Content-Type': type, Authorization: owner.token };
      const response = await fetch(`${server.origin}/v1/drop/upload`, { method: 'POST', headers, body: '{}' });
      expect([type, response.status]).toEqual([type, 400]);
    }
  });

  test('an upload whose sender disconnects', async () => {
    const { port, hostname } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /v1/drop/upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${owner.token}\r\nContent-Length: 1000000\r\n` +
        'Content-Type: multipart/form-data; boundary=cut\r\n\r\n' +
        `--cut\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n${'x'.repeat(100_000)}`,
    );
    await expect.poll(strays).toHaveLength(1);
    socket.destroy();
    await expect.poll(strays).toEqual([]);
  });
});

describe('a file that arrives while its sender', () => {
  test.each<[string, (sender: Person) => Promise<unknown>]>([
    ['logs out', (sender) => call(server.origin, 'logout', {}, sender.token)],
    [
      'is suspended',
      ({ user }) =>
        call(server.origin, 'setSuspension', { params: { userId: user.id }, body: { suspended: true } }, owner.token),
    ],
  ])('%s is refused, as audio and as a picture', async (_, end) => {
    const sender = await signUpMember(server, owner, parcoursId, 'Sender', 'drop');
    const place = await makePlace(server.origin, sender, parcoursId);
    const file = await fixture(MONO);
    const fields = { place_id: place, size: file.size, length: 1 };
    const parts = Object.entries(fields).map(([name, value]) => ({ name, content: String(value) }));
    const wav = new Uint8Array(await file.arrayBuffer());
    const uploads = await Promise.all([
      beginUpload('/v1/drop/upload', sender, [...parts, { name: 'audio', filename: 'a.wav', content: wav }]),
      beginUpload('/v1/user/upload-profile-image', sender, [{ name: 'image', filename: 'a.gif', content: A_PIXEL }]),
    ]);
    await expect.poll(strays).toHaveLength(2);
    await end(sender);
    expect(await Promise.all(uploads.map((finish) => finish()))).toEqual([401, 401]);
    await expect.poll(strays).toEqual([]);
    const detail = await call(server.origin, 'readPlace', { params: { placeId: place } }, owner.token);
    expect(detail.media_data).toBeNull();
  });
});

/** A GIF of one pixel. */
const A_PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Sends a form except for its end, which the returned function sends before it resolves with the status. */
function beginUpload(path: string, { token }: Person, parts: readonly Part[]): Promise<() => Promise<number>> {
  const headers = { Authorization: token, 'Content-Type': 'multipart/form-data; boundary=cut' };
  return holdBack(server.origin, { method: 'POST', path, headers, body: multipart('cut', parts) }, 1);
}

describe('audio can be attached', () => {
  test('by an author with privilege drop to their own place, but not to another', async () => {
    const dropper = await signUpMember(server, owner, parcoursId, 'Dropper', 'drop');
    const own = await makePlace(server.origin, dropper, parcoursId);
    expect(await upload(server.origin, dropper, own, await fixture(MONO))).toMatchObject({
      length: expect.any(Number),
    });
    const other = await makePlace(server.origin, owner, parcoursId);
    await expect(upload(server.origin, dropper, other, await fixture(MONO))).rejects.toMatchObject({ status: 403 });
  });

  test('by an editor to anybody’s place', async () => {
    const editor = await signUpMember(server, owner, parcoursId, 'Editor', 'editor');
    const place = await makePlace(server.origin, owner, parcoursId);
    expect(await upload(server.origin, editor, place, await fixture(MONO))).toMatchObject({
      length: expect.any(Number),
    });
  });

  test('by nobody else', async () => {
    const place = await makePlace(server.origin, owner, parcoursId);
    const stranger = await signUp(server.origin, 'Stranger');
    const guest = await signUpMember(server, owner, parcoursId, 'Gu', 'admin');
    await setRole(server, guest, 'guest');
    for (const person of [stranger, guest]) {
      await expect(upload(server.origin, person, place, await fixture(MONO))).rejects.toMatchObject({ status: 403 });
    }
    await expect(upload(server.origin, undefined, place, await fixture(MONO))).rejects.toMatchObject({ status: 401 });
    const nowhere = upload(server.origin, owner, PlaceId.parse(987_654), await fixture(MONO));
    await expect(nowhere).rejects.toMatchObject({ status: 404 });
    await expect.poll(strays).toEqual([]);
  });
});

describe('a recording session', () => {
  test('accepts one recording of its starter, and answers a repeat like the first request', async () => {
    const place = await makePlace(server.origin, owner, parcoursId);
    const { sessionId } = await call(server.origin, 'startRecording', { body: { userId: 1 } }, owner.token);
    const first = await uploadTo(sessionId, owner, place, wavOf([1, 2, 1]));
    expect((await uploadTo(sessionId, owner, place, wavOf([1, 2, 1]))).link).toBe(first.link);
    const another = uploadTo(sessionId, owner, place, wavOf([3, 2, 1]));
    await expect(another).rejects.toMatchObject({ status: 409, code: 'conflict' });
    const elsewhere = uploadTo(sessionId, owner, await makePlace(server.origin, owner, parcoursId), wavOf([1, 2, 1]));
    await expect(elsewhere).rejects.toMatchObject({ status: 409, code: 'conflict' });
    const detail = await call(server.origin, 'readPlace', { params: { placeId: place } }, owner.token);
    expect(detail.media_data?.link).toBe(first.link);
  });

  test('started for a place accepts audio for that place only', async () => {
    const [place, other] = [
      await makePlace(server.origin, owner, parcoursId),
      await makePlace(server.origin, owner, parcoursId),
    ];
    const body = { place_id: place };
    const { sessionId } = await call(server.origin, 'startRecording', { body }, owner.token);
    await expect(uploadTo(sessionId, owner, other, wavOf([5]))).rejects.toMatchObject({ status: 409 });
    expect(await uploadTo(sessionId, owner, place, wavOf([5]))).toMatchObject({ link: expect.any(String) });
  });

  test('can be started only for a place that its starter may change', async () => {
    const place = await makePlace(server.origin, owner, parcoursId);
    const stranger = await signUp(server.origin, 'Session stranger');
    const start = (place_id: PlaceId) => call(server.origin, 'startRecording', { body: { place_id } }, stranger.token);
    await expect(start(place)).rejects.toMatchObject({ status: 403 });
    await expect(start(PlaceId.parse(987_654))).rejects.toMatchObject({ status: 404 });
  });

  test('is not found by anybody else, or if it does not exist', async () => {
    const editor = await signUpMember(server, owner, parcoursId, 'Session editor', 'editor');
    const place = await makePlace(server.origin, owner, parcoursId);
    const { sessionId } = await call(server.origin, 'startRecording', { body: {} }, owner.token);
    await expect(uploadTo(sessionId, editor, place, wavOf([6]))).rejects.toMatchObject({ status: 404 });
    await expect(uploadTo(crypto.randomUUID(), owner, place, wavOf([6]))).rejects.toMatchObject({ status: 404 });
    await expect.poll(strays).toEqual([]);
  });
});

describe('drops', () => {
  test('are listed newest first, on the named parcours or on all, with and without audio', async () => {
    const dropper = await signUp(server.origin, 'Lister');
    const maps = [
      await makeParcours(server.origin, owner, 'A'),
      await makeParcours(server.origin, owner, 'B'),
    ] as const;
    for (const map of maps) await addMember(server.origin, owner, map, dropper, 'drop');
    const first = await makePlace(server.origin, dropper, maps[0], 'First');
    await makePlace(server.origin, dropper, maps[1], 'Second');
    const media = await upload(server.origin, dropper, first, wavOf([9, 9]));
    const params = { userId: dropper.user.id };
    const listed = async (query: { mapIds?: string }) =>
      (await call(server.origin, 'listDrops', { params, query }, dropper.token)).drops;
    expect(await listed({})).toMatchObject([
      { appelation: 'Second', media: null },
      { appelation: 'First', media: { data: audioOf(media) } },
    ]);
    expect(await listed({ mapIds: `${maps[0]},987654` })).toMatchObject([{ appelation: 'First' }]);
    expect(await listed({ mapIds: '' })).toEqual([]);
    const strangers = call(server.origin, 'listDrops', { params: { userId: owner.user.id }, query: {} }, dropper.token);
    await expect(strangers).rejects.toMatchObject({ status: 403 });
  });

  test('are purged with their audio, which stays while another place plays it', async () => {
    const [one, other] = [
      await makePlace(server.origin, owner, parcoursId),
      await makePlace(server.origin, owner, parcoursId),
    ];
    const before = await mediaFiles();
    const { link } = await upload(server.origin, owner, one, wavOf([8, 8]));
    await upload(server.origin, owner, other, wavOf([8, 8]));
    await call(server.origin, 'deleteDrop', { params: { placeId: one } }, owner.token);
    expect((await fetch(server.origin + link)).status).toBe(200);
    await call(server.origin, 'deletePlace', { params: { placeId: other } }, owner.token);
    for (const placeId of [one, other]) await call(server.origin, 'purgePlace', { params: { placeId } }, owner.token);
    expect((await fetch(server.origin + link)).status).toBe(403);
    expect(await mediaFiles()).toEqual(before);
    const again = call(server.origin, 'deleteDrop', { params: { placeId: one } }, owner.token);
    await expect(again).rejects.toMatchObject({ status: 404 });
  });
});

/** The part of the media that the first answer has: the waveform may follow later. */
const audioOf = ({ link, length }: MediaLink) => ({ link, length });

async function uploadTo(sessionId: string, person: Person, place_id: PlaceId, file: Blob): Promise<MediaLink> {
  const input = { params: { sessionId }, file, fields: { place_id, size: file.size, length: 1 } };
  return (await call(server.origin, 'uploadSessionAudio', input, person.token)).media_data;
}

async function expectRefusal(
  file: Blob,
  fields: { size?: number; length?: number },
  expected: { code: string; message?: string },
): Promise<void> {
  const place = await makePlace(server.origin, owner, parcoursId);
  const before = await mediaFiles();
  await expect(upload(server.origin, owner, place, file, fields)).rejects.toMatchObject({
    status: 400,
    code: expected.code,
    message: expect.stringContaining(expected.message ?? ''),
  });
  expect(await mediaFiles()).toEqual(before);
  await expect.poll(strays).toEqual([]);
  const detail = await call(server.origin, 'readPlace', { params: { placeId: place } }, owner.token);
  expect(detail.media_data).toBeNull();
}

async function send(body: FormData): Promise<Response> {
  return fetch(`${server.origin}/v1/drop/upload`, { method: 'POST', headers: { Authorization: owner.token }, body });
}

function wavOf(samples: number[]): Blob {
  return new Blob([wavFile([fmtChunk(), dataChunk(Int16Array.from(samples))])]);
}

/** Lists the files of all audio after the last waveform is made. */
async function mediaFiles(): Promise<string[]> {
  await waveformsTaken(server.dataDir);
  const names = await readdir(join(server.dataDir, 'media'), { recursive: true });
  return names.filter((name) => /\.(wav|dat)$/.test(name)).sort();
}

async function strays(): Promise<string[]> {
  return readdir(join(server.dataDir, 'drop-ici.incoming'));
}

test('a file of unstated size may have 64 MiB at most', async () => {
  const ana = await signUp(server.origin, 'Ana sans taille');
  const place = await makePlace(server.origin, ana, await makeParcours(server.origin, ana));
  const head = ['place_id', 'size', 'length'].map(
    (name) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${place}\r\n`,
  );
  let pieces = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const file = '--b\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n';
      controller.enqueue(new TextEncoder().encode(head.join('') + file));
    },
    pull: (controller) => {
      if (++pieces > 66) controller.close();
      else controller.enqueue(new Uint8Array(2 ** 20));
    },
  });
  const response = await fetch(`${server.origin}/v1/drop/upload`, {
    method: 'POST',
    headers: { Authorization: ana.token, 'Content-Type': 'multipart/form-data; boundary=b' },
    body,
    duplex: 'half',
  } as RequestInit);
  expect([response.status, ErrorBody.parse(await response.json()).error.code]).toEqual([413, 'too_large']);
});
