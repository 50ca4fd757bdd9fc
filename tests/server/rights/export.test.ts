import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { isConformingWav, parseWavHeader } from '../../../audio-wasm/wav.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { AppError } from '../../../server/domain/app-error.ts';
import type { SessionCaller } from '../../../server/domain/caller.ts';
import { COSTLY_WORK, SLICE_CHARS } from '../../../server/domain/costly-work.ts';
import { createFairQueue } from '../../../server/domain/fair-queue.ts';
import { serializeIndented } from '../../../server/domain/rights/archive.ts';
import { createExports } from '../../../server/domain/rights/exports.ts';
import { insertAccount } from '../../../server/store/accounts.ts';
import { pathOfMedia, type StoredMedia } from '../../../server/store/files.ts';
import { readMediaFolder } from '../../../server/store/media-folder.ts';
import { setSteps } from '../../../server/store/place-steps.ts';
import { insertSession } from '../../../server/store/sessions.ts';
import { wavOf } from '../../support/audio/wav-bytes.ts';
import { changeRows, openTestDatabase, withDatabase } from '../../support/database/test-database.ts';
import { unzip } from '../../support/formats/zip.ts';
import { accountColumns } from '../../support/rights/account-columns.ts';
import { erase } from '../../support/rights/erase.ts';
import { plain } from '../../support/samples/made-pictures.ts';
import { pictureFile } from '../../support/samples/picture.ts';
import { call } from '../../support/server/api.ts';
import {
  addMember,
  fixture,
  makeInvite,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
  signUpMember,
  upload,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
let anna: Person;
let boris: Person;
beforeAll(async () => {
  [anna, boris] = [await signUp(server.origin, 'Anna Export'), await signUp(server.origin, 'Boris')];
});

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

test('an export has every part of an account, with the audio masters under readable names', async () => {
  const { origin } = server;
  const [own, other] = [
    await makeParcours(origin, anna, 'Le quai: été/hiver'),
    await makeParcours(origin, boris, 'Ailleurs'),
  ];
  await addMember(origin, boris, other, anna, 'drop');
  const first = await makePlace(origin, anna, own, '../Le pont?');
  const second = await makePlace(origin, anna, other, 'Chez Boris');
  const foreign = await makePlace(origin, boris, other, 'De Boris');
  await addMember(origin, anna, own, boris, 'drop');
  const lent = await makePlace(origin, boris, own, 'De Boris, dit par Anna');
  const master = await fixture('conforming-stereo.wav');
  const sound = (sample: number) => wavOf(new Int16Array(3000).fill(sample));
  const [short, secret, said, later] = [sound(7), sound(8), sound(9), sound(10)];
  await upload(origin, anna, first, master);
  await upload(origin, anna, second, new Blob([short]));
  await upload(origin, anna, second, new Blob([later]));
  await upload(origin, boris, foreign, new Blob([secret]));
  await upload(origin, anna, lent, new Blob([said]));
  await call(origin, 'uploadProfileImage', { fields: {}, file: pictureFile() }, anna.token);
  const [english, whisper] = [sound(11), sound(12)];
  const tell = async (placeId: PlaceId, kind: 'standard' | 'easy', file: Uint8Array<ArrayBuffer>) => {
    const fields = { place_id: placeId, telling: `en.${kind}`, size: file.length, length: 1 };
    await call(origin, 'uploadAudio', { fields, file: new Blob([file]) }, anna.token);
  };
  await tell(second, 'standard', english);
  await tell(lent, 'easy', whisper);
  const shown = new Blob([new Uint8Array(await plain(30, 10, 'teal').png().toBuffer())]);
  const seen = { params: { placeId: second }, fields: {}, file: shown };
  const { id: pictureId } = await call(origin, 'addPicture', seen, boris.token);
  const pictures = [{ id: pictureId, description: 'A house' }];
  const written = { name: 'At Boris’s', text: 'Hello', link: null, pictures };
  const telling = { params: { placeId: second, language: 'en', kind: 'standard' as const }, body: written };
  await call(origin, 'changeTelling', telling, anna.token);
  const transcript = { vtt: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello.', state: 'draft' as const };
  await call(origin, 'changeTranscript', { params: telling.params, body: { transcript } }, anna.token);
  const picture = new Blob([new Uint8Array(await plain(20, 10, 'teal').png().toBuffer())]);
  await call(origin, 'addPicture', { params: { placeId: lent }, fields: {}, file: picture }, anna.token);
  await call(
    origin,
    'recordEvents',
    { body: { events: [{ name: 'Logged in', atMs: 0, properties: { user: anna.user } }] } },
    anna.token,
  );
  await call(origin, 'giveConsent', { body: { kind: 'position', version: '2026-11' } }, anna.token);
  await makeInvite(origin, anna, other, 'drop');
  const report = { thing: { kind: 'place', id: foreign }, reason: 'privacy', words: 'On me reconnaît' } as const;
  await call(origin, 'report', { body: report }, anna.token);

  const heard = { name: 'Heard Story', atMs: 1, properties: { geometryId: foreign, finished: true } } as const;
  await call(origin, 'recordEvents', { body: { events: [heard] } }, anna.token);

  await changeRows(server.dataDir, (tx) => setSteps(tx, own, [lent, first]));

  const files = await exported(anna);
  const sounds = [...files.keys()].filter((name) => name.startsWith('sons/'));
  expect(sounds.sort()).toEqual([
    `sons/${own} Le quai été hiver/${first} Le pont.wav`,
    `sons/${own} Le quai été hiver/${lent} De Boris, dit par Anna en.easy.wav`,
    `sons/${own} Le quai été hiver/${lent} De Boris, dit par Anna.wav`,
    `sons/${other} Ailleurs/${second} Chez Boris en.standard.wav`,
    `sons/${other} Ailleurs/${second} Chez Boris.wav`,
    expect.stringMatching(/ Ailleurs\/\d+ version \d+ Chez Boris\.wav$/),
  ]);
  const [original, , elsewhere] = sounds.map((name) => sha256(files.get(name) ?? Buffer.alloc(0)));
  expect(elsewhere).toBe(sha256(said));
  expect(original).toBe(sha256(new Uint8Array(await master.arrayBuffer())));
  for (const name of sounds) {
    const wav = files.get(name) ?? Buffer.alloc(0);
    expect(isConformingWav(parseWavHeader(wav, wav.length))).toBe(true);
  }
  const images = [...files.keys()].filter((name) => name.startsWith('images/'));
  expect(images).toEqual([
    expect.stringMatching(/^images\/photo-de-profil [\da-f]{8}\.webp$/),
    `images/${lent} De Boris, dit par Anna 2.jpg`,
  ]);
  expect(String(files.get('README.txt'))).toContain('Anna Export');
  expect(String(files.get('README.txt'))).toContain(
    '2 drop(s), dont 2 avec un son ; et 1 son(s) dans les drops d’autres personnes.',
  );

  const text = String(files.get('data.json'));
  expect(JSON.parse(text)).toMatchObject({
    compte: { nom: 'Anna Export', adresse: anna.email, derniere_utilisation: expect.stringMatching(/^20/) },
    cartes: [
      { nom: 'Le quai: été/hiver', droits: 'admin' },
      { nom: 'Ailleurs', droits: 'drop' },
    ],
    drops: [
      {
        titre: '../Le pont?',
        etape: 2,
        endroit: { geometry: { type: 'Point' } },
        son: { fichier: sounds[0], sha256: original },
      },
      { titre: 'Chez Boris', etape: null },
    ],
    sons_ailleurs: [{ titre: 'De Boris, dit par Anna', son: { fichier: sounds[2], sha256: sha256(said) } }],
    versions_precedentes: [{ drop: second, titre: 'Chez Boris', son: { fichier: sounds[5], sha256: sha256(short) } }],
    textes: [
      {
        drop: second,
        langue: 'en',
        version: 'standard',
        nom: 'At Boris’s',
        texte: 'Hello',
        transcription: transcript.vtt,
        transcription_validee: false,
        images_decrites: [{ image: pictureId, description: 'A house' }],
        son: { fichier: sounds[3] },
      },
      { drop: lent, version: 'easy', son: { fichier: sounds[1], sha256: sha256(whisper) } },
    ],
    images: [{ fichier: images[0] }],
    images_de_lieux: [{ fichier: images[1], drop: lent, titre: 'De Boris, dit par Anna', credit: '' }],
    evenements: [{ nom: 'Logged in' }],
    ecoutes: [{ drop: foreign, terminee: true }],
    sessions: [{ derniere_utilisation: expect.any(String) }],
    consentements: [{ a: 'position', conditions_de: '2026-11' }],
    invitations: {
      creees: [
        { carte: 'Le quai: été/hiver', droits: 'drop' },
        { carte: 'Ailleurs', droits: 'drop' },
      ],
      utilisees: [{ carte: 'Ailleurs' }],
    },
    signalements: [{ raison: 'privacy', mots: 'On me reconnaît', traite_le: null }],
    mesures: [],
    cles_d_acces: [],
    journal: expect.arrayContaining([expect.objectContaining({ action: 'data_exported' })]),
  });
  for (const hidden of [anna.token, boris.email, '$argon2id']) expect(text).not.toContain(hidden);
  const told = String(files.get('README.txt'));
  for (const part of Object.keys(JSON.parse(text))) expect(`prepare_le ${told}`).toContain(part);
});

/** Tables with an account's rows that the export contains. */
const EXPORTED = [
  'barred_members',
  'consents',
  'events',
  'images',
  'pictures',
  'invite_uses',
  'invites',
  'listens',
  'measures',
  'media',
  'memberships',
  'passkeys',
  'place_versions',
  'places',
  'remarks',
  'reports',
  'role_requests',
  'sessions',
  'tellings',
  'trail',
];
/** Tables that the export leaves out, each with the reason. */
const LEFT_OUT = {
  adopted_guests: 'the number of a visit whose rows are the account’s own now',
  arriving_bytes: 'sizes of uploads, while they arrive',
  erasures: 'of accounts that are gone',
  export_links: 'the hash of a secret, for a minute',
  given_up_keys: 'names of requests, for two minutes',
  kept_answers: 'hashes that a repeat is recognized by',
  mail_links: 'hashes of secrets',
  passkey_challenges: 'hashes of secrets, for minutes',
  recording_sessions: 'names of uploads that a repeat is recognized by',
  unfinished_uploads: 'names and sizes of uploads, until they have arrived',
};

test('every table with rows of an account is exported, or left out for a stated reason', async () => {
  await withDatabase(server.dataDir, async (database) => {
    const columns = await accountColumns(database.reader);
    const tables = new Set(columns.map(({ table }) => table));
    expect([...tables].sort()).toEqual([...EXPORTED, ...Object.keys(LEFT_OUT)].sort());
  });
});

test('audio that is deleted during a download aborts it, so that the export never looks complete', async () => {
  const hal = await signUp(server.origin, 'Hal');
  const parcoursId = await makeParcours(server.origin, hal);
  for (const sample of [3, 4]) {
    // Larger than the buffers of a connection that is not read.
    const sound = new Blob([wavOf(new Int16Array(12_000_000).fill(sample))]);
    await upload(server.origin, hal, await makePlace(server.origin, hal, parcoursId, `Le son ${sample}`), sound);
  }
  const response = await fetch(await link(hal));
  expect(response.status).toBe(200);
  await erase(server, hal, 'delete');
  await expect(response.arrayBuffer()).rejects.toThrow();
});

test('a link works once, for a minute, until there is a newer one, and not for HEAD requests', async () => {
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

test.each<[string, (person: Person) => Promise<unknown>]>([
  ['a logout', ({ token }) => call(server.origin, 'logout', {}, token)],
  [
    'the end of its session by another one',
    async ({ email, password }) => {
      const { token } = await call(server.origin, 'login', { body: { email, password } });
      await call(server.origin, 'endSessions', { body: { keepsThis: true } }, token);
    },
  ],
  [
    'a change of password',
    ({ token, password: current }) => {
      const body = { current, password: 'quite another one' };
      return call(server.origin, 'changePassword', { body }, token);
    },
  ],
  [
    'the suspension of its account',
    async ({ user }) => {
      const chief = await signUpAs(server, `Chief of ${user.name}`, 'admin');
      const suspension = { params: { userId: user.id }, body: { suspended: true } };
      await call(server.origin, 'setSuspension', suspension, chief.token);
    },
  ],
])('a link ends with %s', async (what, end) => {
  const ivo = await signUp(server.origin, `Ivo ${what.replaceAll(',', '')}`);
  const waiting = await link(ivo);
  await end(ivo);
  expect((await fetch(waiting)).status).toBe(403);
});

test('an account may export five times in an hour', async () => {
  const fay = await signUp(server.origin, 'Fay');
  for (let times = 0; times < 5; times++) await link(fay);
  await expect(link(fay)).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('an export skips a file that is missing on the server and has all the rest', async () => {
  const gus = await signUp(server.origin, 'Gus');
  const parcoursId = await makeParcours(server.origin, gus);
  const [gone, there] = [
    await makePlace(server.origin, gus, parcoursId, 'Perdu'),
    await makePlace(server.origin, gus, parcoursId, 'Là'),
  ];
  const [lost, kept] = [wavOf(new Int16Array(99).fill(1)), wavOf(new Int16Array(99).fill(2))];
  await upload(server.origin, gus, gone, new Blob([lost]));
  await upload(server.origin, gus, there, new Blob([kept]));
  await rm(join(server.dataDir, 'media', pathOfMedia({ sha256: sha256(lost), extension: 'wav' })));
  const names = [...(await exported(gus)).keys()].filter((name) => name.startsWith('sons/'));
  expect(names).toEqual([`sons/${parcoursId} Le quai/${there} Là.wav`]);
});

test('a member’s export has no text and no bundle of a hidden map, but lists the membership', async () => {
  const { origin } = server;
  const chief = await signUpAs(server, 'Chief', 'admin');
  const parcoursId = await makeParcours(origin, boris, 'La cour');
  await addMember(origin, boris, parcoursId, chief, 'drop');
  const { id: bundleId } = await call(origin, 'createBundle', { body: { name: 'Les cours' } }, chief.token);
  await call(origin, 'addToBundle', { params: { bundleId, mapId: parcoursId } }, chief.token);
  const member = await signUpMember(server, boris, parcoursId, 'Member', 'drop');
  const read = async (person: Person) => {
    const { cartes, groupes } = JSON.parse((await exported(person)).get('data.json')?.toString() ?? '{}');
    return [cartes.find(({ carte }: { carte: number }) => carte === parcoursId).description, groupes.length];
  };
  expect(await read(member)).toEqual([expect.any(String), 1]);
  const body = { thing: { kind: 'map', id: parcoursId }, kind: 'hide' } as const;
  await call(origin, 'takeMeasure', { body }, chief.token);
  expect(await read(member)).toEqual([null, 0]);
  expect(await read(boris)).toEqual([expect.any(String), 1]);
});

test('an export names no place of another person who uploaded the same file', async () => {
  const { origin } = server;
  const [first, second] = [await signUp(origin, 'First sender'), await signUp(origin, 'Second sender')];
  const same = new Blob([wavOf(new Int16Array(500).fill(21))]);
  const others = new Blob([wavOf(new Int16Array(500).fill(22))]);
  const [shared, secret] = [
    await makeParcours(origin, first, 'La place'),
    await makeParcours(origin, second, 'Chez le médecin'),
  ];
  await addMember(origin, first, shared, second, 'drop');
  await upload(origin, first, await makePlace(origin, first, shared, 'Mien'), same);
  await upload(origin, second, await makePlace(origin, second, secret, 'Un secret'), same);
  await upload(origin, second, await makePlace(origin, second, shared, 'Sien'), same);
  // A place of the second person with audio of the first, until the second replaces it.
  const lent = await makePlace(origin, second, shared, 'Prêté');
  await upload(origin, first, lent, others);
  const elsewhere = async () => {
    const data = JSON.parse(String((await exported(first)).get('data.json')));
    expect(JSON.stringify(data)).not.toContain('médecin');
    return data.sons_ailleurs.map(({ titre }: { titre: string }) => titre);
  };
  expect(await elsewhere()).toEqual(['Prêté']);
  await upload(origin, second, lent, same);
  expect(await elsewhere()).toEqual([]);
});

test('an aborted download leaves no file open', async () => {
  const carla = await signUp(server.origin, 'Carla');
  const place = await makePlace(server.origin, carla, await makeParcours(server.origin, carla));
  // Larger than the buffers of the archive.
  await upload(server.origin, carla, place, new Blob([wavOf(new Int16Array(2_000_000).fill(3))]));
  const database = await openTestDatabase(server.dataDir);
  const media = readMediaFolder(server.dataDir);
  let opened: Readable | undefined;
  const watched: StoredMedia = {
    ...media,
    open: async (name) => {
      opened = await media.open(name);
      return opened;
    },
  };
  try {
    const exports = createExports(database, watched, createFairQueue(COSTLY_WORK.exports), Date.now);
    const session = await database.reader('sessions').where({ account_id: carla.user.id }).first('id');
    const caller = { id: carla.user.id, address: '192.0.2.1', sessionId: session.id } as SessionCaller;
    const link = await exports.request(caller);
    const { content } = await exports.open(link.slice(link.lastIndexOf('/') + 1));
    await expect.poll(() => content.read() !== null && opened !== undefined).toBe(true);
    content.destroy();
    await expect.poll(() => opened?.destroyed).toBe(true);
  } finally {
    await database.close();
  }
});

test('too many exports at once are refused as busy, and their links stay valid', async () => {
  await withDatabase(server.dataDir, async (database) => {
    const exports = createExports(
      database,
      readMediaFolder(server.dataDir),
      createFairQueue(COSTLY_WORK.exports),
      Date.now,
    );
    const created_at = new Date().toISOString();
    const names: string[] = [];
    for (let index = 0; index < COSTLY_WORK.exports.waiting + 3; index++) {
      const row = {
        email: `busy${index}@example.org`,
        name: 'Ana',
        role: 'user',
        password_hash: '',
        picture: null,
      } as const;
      const sessionId = `busy ${index}`;
      const account = await database.transact(async (tx) => {
        const added = await insertAccount(tx, { ...row, created_at });
        if (added === undefined) throw new Error('Expected an account');
        const session = { kind: 'long', browser: null, system: null, created_at, used_at: created_at } as const;
        const expires_at = new Date(Date.now() + 3600_000).toISOString();
        await insertSession(tx, { id: sessionId, account_id: added.id, ...session, expires_at });
        return added;
      });
      const link = await exports.request({ id: account.id, address: '192.0.2.1', sessionId } as SessionCaller);
      names.push(link.slice(link.lastIndexOf('/') + 1));
    }
    const open = async (name: string): Promise<string> => {
      const opened = await exports.open(name).catch((error: AppError) => error.code);
      if (typeof opened === 'string') return opened;
      opened.content.destroy();
      return 'opened';
    };
    const first = await Promise.all(names.map(open));
    const refused = names.filter((_, index) => first[index] === 'busy');
    expect(refused.length).toBeGreaterThan(0);
    for (const name of refused) expect([await open(name), await open(name)]).toEqual(['opened', 'link_expired']);
  });
});

test.each([
  {},
  { a: 1, b: undefined, c: [], d: {} },
  { liste: [{ x: 'deux\nlignes', y: [1, { z: [] }] }, null, 'é'], apres: { dedans: [1, 2] }, texte: '"' },
])('data are serialized in slices as by JSON.stringify: %j', async (value) => {
  expect((await serializeIndented(value)).toString()).toBe(`${JSON.stringify(value, null, 2)}\n`);
});

test('other work runs while long data are serialized', async () => {
  let turns = 0;
  let isPrinting = true;
  const count = (): void => {
    turns++;
    if (isPrinting) setImmediate(count);
  };
  setImmediate(count);
  await serializeIndented({ drops: Array.from({ length: 16 }, () => ({ text: 'x'.repeat(SLICE_CHARS) })) });
  isPrinting = false;
  expect(turns).toBeGreaterThanOrEqual(15);
});
