import { randomBytes } from 'node:crypto';
import { TERMS_VERSION } from '../../../contracts/terms.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { wavOf } from '../audio/wav-bytes.ts';
import { changeRows } from '../database/test-database.ts';
import { plain } from '../samples/made-pictures.ts';
import { pictureFile } from '../samples/picture.ts';
import { call } from '../server/api.ts';
import {
  addMember,
  makeDraft,
  makeGuest,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  upload,
} from '../server/people.ts';
import type { TestServer } from '../server/server.ts';
import { beginUpload, sendPart } from '../server/tus.ts';

/** Audio that nothing else contains, and a part of its samples. */
export function voice(): { readonly file: Blob; readonly samples: Buffer } {
  const samples = randomBytes(60_000);
  return { file: new Blob([wavOf(new Int16Array(samples.buffer, samples.byteOffset, 30_000))]), samples };
}

/** Somebody, and what they leave. */
export interface Life {
  /** Is in the names of what is theirs. */
  readonly number: number;
  readonly person: Person;
  readonly own: ParcoursId;
  readonly others: ParcoursId;
  readonly dropElsewhere: PlaceId;
  /** What must not be found afterwards, where the drops go as well. */
  readonly traces: Record<string, string | Buffer>;
  readonly voiceElsewhere: Buffer;
}

/** A visit that they made before, a map that they were removed from, and secrets that it takes more to make. */
async function leaveTraces(server: TestServer, boris: Person, person: Person): Promise<void> {
  const { origin } = server;
  const parcoursId = await makeParcours(origin, boris, 'La fête');
  const guest = await makeGuest(origin, boris, parcoursId);
  await call(origin, 'adoptGuest', { body: { token: guest.token } }, person.token);
  await call(origin, 'removeMember', { params: { mapId: parcoursId, userId: person.user.id } }, boris.token);
  const [account_id, at] = [person.user.id, new Date().toISOString()];
  const hash = randomBytes(32).toString('hex');
  await changeRows(server.dataDir, async (tx) => {
    const passkey = { credential_id: hash, public_key: hash, user_handle: hash, counter: 0, transports: '[]' };
    await tx('passkeys').insert({ account_id, ...passkey, added_at: at });
    const challenge = { challenge_hash: hash, purpose: 'add', user_handle: hash, expires_at: at };
    await tx('passkey_challenges').insert({ account_id, ...challenge });
    const mailed = { token_hash: hash, purpose: 'verify', is_mailed: true, created_at: at, expires_at: at };
    await tx('mail_links').insert({ account_id, ...mailed });
    await tx('measures').insert({ account_id, kind: 'warn', words: `à ${person.user.name}`, taken_at: at });
  });
}

let lives = 0;

/**
 * Somebody with drops on two maps, what they say, a draft, pictures, events, a pack, sessions, requests, invitations and an upload
 * under way.
 *
 * @param boris an admin of the site, whose maps they are on
 */
export async function live(server: TestServer, boris: Person): Promise<Life> {
  const { origin } = server;
  const number = ++lives;
  const name = `Philomène Trucmuche ${number}`;
  const person = await signUp(origin, name);
  const at = (what: string) => `${what} de personne ${number}`;
  const own = await makeParcours(origin, person, at('carte'));
  const others = await makeParcours(origin, boris, `Chez Boris ${number}`);
  await addMember(origin, boris, others, person, 'editor');
  await addMember(origin, person, own, boris, 'drop');
  const [first, second, third, dropped] = [voice(), voice(), voice(), voice()];
  const [sending, replaced, told] = [voice(), voice(), voice()];
  const placeHere = await makePlace(origin, person, own, at('lieu'));
  await upload(origin, person, placeHere, first.file);
  const dropElsewhere = await makePlace(origin, person, others, at('titre d’avant'));
  await upload(origin, person, dropElsewhere, replaced.file);
  await call(origin, 'updatePlace', { body: { id: dropElsewhere, appelation: at('drop') } }, person.token);
  await upload(origin, person, dropElsewhere, second.file);
  await upload(origin, person, await makeDraft(origin, person, others, at('brouillon')), third.file);
  const placeDropped = await makePlace(origin, person, others, at('drop supprimé'));
  await upload(origin, person, placeDropped, dropped.file);
  for (const placeId of [placeHere, placeDropped, dropElsewhere]) {
    const file = new Blob([
      new Uint8Array(
        await plain(20 + number, 10 + placeId, 'teal')
          .png()
          .toBuffer(),
      ),
    ]);
    const { id: pictureId } = await call(origin, 'addPicture', { params: { placeId }, fields: {}, file }, person.token);
    if (placeId === dropElsewhere) continue;
    const body = { credit: at('crédit') };
    await call(origin, 'changePicture', { params: { placeId, pictureId }, body }, person.token);
    const params = { placeId, language: 'en', kind: 'standard' } as const;
    const description = at('image décrite');
    const text = { name: at('nom traduit'), text: at('texte'), link: null, pictures: [{ id: pictureId, description }] };
    await call(origin, 'changeTelling', { params, body: text }, person.token);
    const transcript = { vtt: `WEBVTT\n\n00:00.000 --> 00:01.000\n${at('transcription')}\n`, state: 'draft' } as const;
    await call(origin, 'changeTranscript', { params, body: { transcript } }, person.token);
  }
  const fields = { place_id: placeHere, telling: 'en.standard', size: told.file.size, length: 1 };
  await call(origin, 'uploadAudio', { fields, file: told.file }, person.token);
  await call(origin, 'deleteDrop', { params: { placeId: placeDropped } }, person.token);
  const report = { thing: { kind: 'map', id: others }, reason: 'other', words: at('signalement') } as const;
  await call(origin, 'report', { body: report }, person.token);
  await call(origin, 'uploadProfileImage', { fields: {}, file: pictureFile() }, person.token);
  await call(origin, 'readPack', { params: { mapId: others } }, person.token);
  const event = { name: 'Logged in', atMs: Date.now(), properties: { user: person.user } } as const;
  await call(origin, 'recordEvents', { body: { events: [event] } }, person.token, `key-of-event-${number}`);
  await call(origin, 'startRecording', { body: {} }, person.token);
  await call(origin, 'requestRole', { body: { role: 'editor', mapId: others, words: at('demande') } }, person.token);
  const invite = { mapId: own, privilege: 'drop', label: at('lien') } as const;
  await call(origin, 'createInvite', { body: invite }, person.token);
  await call(origin, 'requestExport', {}, person.token);
  await call(origin, 'login', { body: { email: person.email, password: person.password } });
  await call(origin, 'giveConsent', { body: { kind: 'voice', version: TERMS_VERSION } }, person.token);
  await leaveTraces(server, boris, person);
  const key = { 'idempotency-key': `key-of-upload-${number}` };
  const id = await beginUpload(origin, person, dropElsewhere, sending.file.size, key);
  await sendPart(origin, person, id, 0, sending.file.slice(0, 40_000));
  const traces = {
    name,
    email: person.email,
    'own voice': first.samples.subarray(1000, 1200),
    'draft voice': third.samples.subarray(1000, 1200),
    'deleted voice': dropped.samples.subarray(1000, 1200),
    'replaced voice': replaced.samples.subarray(1000, 1200),
    'earlier title': at('titre d’avant'),
    report: at('signalement'),
    credit: at('crédit'),
    'telling name': at('nom traduit'),
    text: at('texte'),
    'picture description': at('image décrite'),
    transcript: at('transcription'),
    'voice of a telling': told.samples.subarray(1000, 1200),
    'voice under way': sending.samples.subarray(1000, 1200),
    draft: at('brouillon'),
    request: at('demande'),
    key: `key-of-event-${number}`,
    label: at('lien'),
    upload: id,
  };
  return { number, person, own, others, dropElsewhere, traces, voiceElsewhere: second.samples.subarray(1000, 1200) };
}
