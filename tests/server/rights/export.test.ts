import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isConformingWav, parseWavHeader } from '../../../audio-wasm/wav.ts';
import { pathOfMedia } from '../../../server/store/files.ts';
import { call } from '../../support/api.ts';
import { addMember, fixture, makeParcours, makePlace, type Person, signUp, upload } from '../../support/people.ts';
import { pictureFile } from '../../support/picture.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { unzip } from '../../support/unzip.ts';
import { wavOf } from '../../support/wav-bytes.ts';

let server: TestServer;
let anna: Person;
let boris: Person;
beforeAll(async () => {
  server = await startServer();
  [anna, boris] = [await signUp(server.origin, 'Anna Export'), await signUp(server.origin, 'Boris')];
});
afterAll(() => server.stop());

async function link(person: Person): Promise<string> {
  return server.origin + (await call(server.origin, 'requestExport', {}, person.token)).link;
}

async function exported(person: Person): Promise<Map<string, Buffer>> {
  const response = await fetch(await link(person));
  expect(response.headers.get('Content-Type')).toBe('application/zip');
  expect(response.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename=drop-ici-mes-donnees-[\d-]+\.zip$/,
  );
  return unzip(Buffer.from(await response.arrayBuffer()));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test('an export has every part of an account, and its audio is the master, under a name that a person understands', async () => {
  const { origin } = server;
  const [own, other] = [
    await makeParcours(origin, anna, 'Le quai: été/hiver'),
    await makeParcours(origin, boris, 'Ailleurs'),
  ];
  await addMember(origin, boris, other, anna, 'drop');
  const first = await makePlace(origin, anna, own, '../Le pont?');
  const second = await makePlace(origin, anna, other, 'Chez Boris');
  const foreign = await makePlace(origin, boris, other, 'De Boris');
  const master = await fixture('conforming-stereo.wav');
  const [short, secret] = [wavOf(new Int16Array(3000).fill(7)), wavOf(new Int16Array(3000).fill(8))];
  await upload(origin, anna, first, master);
  await upload(origin, anna, second, new Blob([short]));
  await upload(origin, boris, foreign, new Blob([secret]));
  await call(origin, 'uploadProfileImage', { fields: {}, file: pictureFile() }, anna.token);
  await call(
    origin,
    'recordEvents',
    { body: { events: [{ name: 'Logged in', atMs: 0, properties: { user: anna.user } }] } },
    anna.token,
  );
  await call(origin, 'giveConsent', { body: { kind: 'position', version: '2026-11' } }, anna.token);
  await call(origin, 'createInvite', { body: { mapId: other, privilege: 'drop' } }, anna.token);
  const report = { thing: { kind: 'place', id: foreign }, reason: 'privacy', words: 'On me reconnaît' } as const;
  await call(origin, 'report', { body: report }, anna.token);

  const files = await exported(anna);
  const sounds = [...files.keys()].filter((name) => name.startsWith('sons/'));
  expect(sounds.sort()).toEqual([
    `sons/${own} Le quai été hiver/${first} Le pont.wav`,
    `sons/${other} Ailleurs/${second} Chez Boris.wav`,
  ]);
  const [sound] = sounds.map((name) => files.get(name) ?? Buffer.alloc(0));
  expect(sha256(sound ?? Buffer.alloc(0))).toBe(sha256(new Uint8Array(await master.arrayBuffer())));
  for (const name of sounds) {
    const wav = files.get(name) ?? Buffer.alloc(0);
    expect(isConformingWav(parseWavHeader(wav, wav.length))).toBe(true);
  }
  const pictures = [...files.keys()].filter((name) => name.startsWith('images/'));
  expect(pictures).toEqual([expect.stringMatching(/^images\/photo-de-profil [\da-f]{8}\.webp$/)]);
  expect(String(files.get('README.txt'))).toContain('Anna Export');

  const text = String(files.get('data.json'));
  expect(JSON.parse(text)).toMatchObject({
    compte: { nom: 'Anna Export', adresse: anna.email },
    cartes: [
      { nom: 'Le quai: été/hiver', droits: 'admin' },
      { nom: 'Ailleurs', droits: 'drop' },
    ],
    drops: [
      {
        titre: '../Le pont?',
        endroit: { geometry: { type: 'Point' } },
        son: { fichier: sounds[0], sha256: sha256(sound ?? Buffer.alloc(0)) },
      },
      { titre: 'Chez Boris' },
    ],
    images: [{ fichier: pictures[0] }],
    evenements: [{ nom: 'Logged in' }],
    sessions: [{ derniere_utilisation: expect.any(String) }],
    consentements: [{ a: 'position', conditions_de: '2026-11' }],
    invitations: { creees: [{ carte: 'Ailleurs', droits: 'drop' }], utilisees: [{ carte: 'Ailleurs' }] },
    signalements: [{ raison: 'privacy', mots: 'On me reconnaît', traite_le: null }],
    mesures: [],
    cles_d_acces: [],
    journal: expect.arrayContaining([expect.objectContaining({ action: 'data_exported' })]),
  });
  for (const hidden of [anna.token, boris.email, '$argon2id']) expect(text).not.toContain(hidden);
});

test('a link is good once, for a minute, until a newer one, and not for probing', async () => {
  const eve = await signUp(server.origin, 'Eve');
  const first = await link(eve);
  expect((await fetch(first, { method: 'HEAD' })).status).toBe(403);
  expect((await fetch(first)).status).toBe(200);
  expect((await fetch(first)).status).toBe(403);
  const [older, newer] = [await link(eve), await link(eve)];
  expect((await fetch(older)).status).toBe(403);
  server.advance(61_000);
  expect((await fetch(newer)).status).toBe(403);
  expect((await fetch(`${server.origin}/v1/export/guessed`)).status).toBe(403);
});

test('an account may export five times in an hour', async () => {
  const fay = await signUp(server.origin, 'Fay');
  for (let times = 0; times < 5; times++) await link(fay);
  await expect(link(fay)).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('without a file that is missing on the server, the export has all the rest', async () => {
  const gus = await signUp(server.origin, 'Gus');
  const mapId = await makeParcours(server.origin, gus);
  const [gone, there] = [
    await makePlace(server.origin, gus, mapId, 'Perdu'),
    await makePlace(server.origin, gus, mapId, 'Là'),
  ];
  const [lost, kept] = [wavOf(new Int16Array(99).fill(1)), wavOf(new Int16Array(99).fill(2))];
  await upload(server.origin, gus, gone, new Blob([lost]));
  await upload(server.origin, gus, there, new Blob([kept]));
  await rm(join(server.dataDir, 'media', pathOfMedia({ sha256: sha256(lost), extension: 'wav' })));
  const names = [...(await exported(gus)).keys()].filter((name) => name.startsWith('sons/'));
  expect(names).toEqual([`sons/${mapId} Le quai/${there} Là.wav`]);
});
