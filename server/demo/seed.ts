import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Privilege, Role } from '../../contracts/vocabulary.ts';
import type { Context } from '../context.ts';
import { stamp } from '../domain/clock.ts';
import { type ReceivedRecording, readRecording } from '../domain/uploads/recordings.ts';
import { projectRoot } from '../project-root.ts';
import { findAccountByEmail, hasNoAccounts, insertAccount } from '../store/accounts.ts';
import type { Transactor } from '../store/database.ts';
import { type MediaFiles, writeIncoming } from '../store/files.ts';
import { putMedia } from '../store/media.ts';
import { insertParcours, putMembership } from '../store/parcours.ts';
import { insertPlace } from '../store/places.ts';
import { putTelling } from '../store/tellings.ts';
import { decodeClip } from './decode-clip.ts';
import { DEMO_PARCOURS, type DemoPlace, transcribe } from './demo-parcours.ts';

/** A demo account, as printed at the start. */
interface DemoAccount {
  readonly role: Role;
  readonly email: string;
  readonly password: string;
}

/** The created demo. */
export interface SeededDemo {
  readonly accounts: readonly DemoAccount[];
  /** Path and query of the app's screen that makes any visitor a guest of the demo's parcours. */
  readonly guestLink: string;
}

/** The password of all demo accounts; there is no demo in production. */
const PASSWORD = 'dropici-demo';

const PEOPLE: readonly { name: string; role: Role; privilege: Privilege }[] = [
  { name: 'Camille', role: 'admin', privilege: 'admin' },
  { name: 'Noé', role: 'editor', privilege: 'editor' },
  { name: 'Lou', role: 'user', privilege: 'drop' },
];

/** Maximum difference in seconds between a master's duration and the rounded one of its place. */
const DURATION_TOLERANCE_S = 0.1;

/** The master made from a place's clip, in the incoming folder. */
interface DemoMaster extends ReceivedRecording {
  readonly place: DemoPlace;
  readonly path: string;
}

/**
 * Creates the demo: three accounts, a parcours with its places and recordings, and an invitation for guests. The
 * recordings are stored as uploads are. Does nothing and returns null if the database has an account.
 * @throws Error that names the missing or damaged clip, before anything is stored.
 */
export async function seedDemo(context: Context): Promise<SeededDemo | null> {
  const { database, files, invitations, passwords, waveforms } = context;
  if (!(await hasNoAccounts(database.reader))) return null;
  const [hashes, masters] = await Promise.all([
    Promise.all(PEOPLE.map(() => passwords.hash(PASSWORD, 'demo'))),
    makeMasters(context),
  ]);
  for (const { path, name } of masters) await files.store(path, name);
  const seeded = await database.transact(async (tx) =>
    // Another server on the database may have created it first.
    (await hasNoAccounts(tx)) ? insertAll(tx, hashes, masters, stamp(context.clock)) : null,
  );
  if (seeded === null) return null;
  const { adminId, parcoursId } = seeded;
  await Promise.all(masters.map(({ name }) => waveforms.add(name.sha256)));
  const guest = await invitations.create({ id: adminId, role: 'admin' }, { mapId: parcoursId, privilege: 'guest' });
  return {
    accounts: PEOPLE.map(({ role }) => ({ role, email: emailOf(role), password: PASSWORD })),
    guestLink: guest.link,
  };
}

/** The demo's accounts exist in the database of a server that is open to everybody; the message says what to do. */
export class DemoAccountsError extends Error {
  override readonly name = 'DemoAccountsError';
}

/**
 * Checks that nobody can log in with the demo's password, which is public.
 * @throws DemoAccountsError with the emails of the accounts that have it.
 */
export async function refuseDemoAccounts({ database, passwords }: Context): Promise<void> {
  const emails: string[] = [];
  for (const { role } of PEOPLE) {
    const account = await findAccountByEmail(database.reader, emailOf(role));
    const isOpen = account !== undefined && (await passwords.matches(account.password_hash, PASSWORD, 'demo'));
    if (isOpen) emails.push(account.email);
  }
  if (emails.length === 0) return;
  throw new DemoAccountsError(
    `The database has accounts of the demo with their public password: ${emails.join(', ')}. ` +
      'Start in production with an empty DATA_DIR.',
  );
}

async function insertAll(tx: Transactor, hashes: readonly string[], masters: readonly DemoMaster[], now: string) {
  const { title, description } = DEMO_PARCOURS;
  const parcoursId = await insertParcours(tx, { title, description, image_url: null, created_at: now });
  const ids = [];
  for (const [index, { name, role, privilege }] of PEOPLE.entries()) {
    const password_hash = hashes[index] ?? '';
    const row = { email: emailOf(role), name, role, password_hash, picture: null, created_at: now };
    const account = await insertAccount(tx, row);
    if (account === undefined) throw new Error(`Expected no account ${row.email} in an empty database`);
    await putMembership(tx, { parcours_id: parcoursId, account_id: account.id, privilege, joined_at: now });
    ids.push(account.id);
  }
  const [adminId] = ids;
  if (adminId === undefined) throw new Error('Expected the demo to have an admin');
  for (const { place, name, sizeBytes, durationS } of masters) {
    await putMedia(tx, { ...name, size_bytes: sizeBytes, duration_s: durationS, created_at: now });
    const placeId = await insertPlace(tx, {
      parcours_id: parcoursId,
      author_id: adminId,
      name: place.name,
      kind: 'la',
      geometry: JSON.stringify(place.geometry),
      media_sha256: name.sha256,
      created_at: now,
    });
    const transcript = { transcript: transcribe(place), transcript_state: 'approved' } as const;
    await putTelling(tx, placeId, { language: 'fr', kind: 'standard' }, { ...transcript, changed_by: adminId }, now);
  }
  return { adminId, parcoursId };
}

async function makeMasters({ files }: Context): Promise<DemoMaster[]> {
  const masters: DemoMaster[] = [];
  for (const place of DEMO_PARCOURS.places) {
    try {
      masters.push(await makeMaster(files, place));
    } catch (cause) {
      throw new Error(`Could not make a recording of the demo's clip ${place.clipFile}`, { cause });
    }
  }
  return masters;
}

async function makeMaster(files: MediaFiles, place: DemoPlace): Promise<DemoMaster> {
  // Clips are not copied to dist/, so their paths start at the project's root.
  const wav = await decodeClip(await readFile(join(projectRoot(), 'server/demo/clips', place.clipFile)));
  const { path } = await writeIncoming(files, wav);
  const recording = await readRecording(path, wav.length);
  if (Math.abs(recording.durationS - place.durationS) > DURATION_TOLERANCE_S) {
    throw new Error(`Expected ${place.durationS} s, got ${recording.durationS} s`);
  }
  return { ...recording, place, path };
}

function emailOf(role: Role): string {
  return `${role}@example.org`;
}
