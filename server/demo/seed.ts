import { basename, dirname, extname, join } from 'node:path';
import type { Privilege, Role } from '../../contracts/vocabulary.ts';
import type { Context } from '../context.ts';
import { stamp } from '../domain/clock.ts';
import { projectRoot } from '../project-root.ts';
import { hasNoAccounts, insertAccount } from '../store/accounts.ts';
import type { Transactor } from '../store/database.ts';
import { copyToIncoming, hashFile, type MediaName, viewFile } from '../store/files.ts';
import { peaksNameOf, putMedia, setMediaPeaks } from '../store/media.ts';
import { insertParcours, putMembership } from '../store/parcours.ts';
import { insertPlace } from '../store/places.ts';
import { DEMO_PARCOURS, type DemoPlace } from './parcours.ts';

/** One account of the demo, as printed at the start. */
export interface DemoAccount {
  readonly role: Role;
  readonly email: string;
  readonly password: string;
}

/** The demo that was created. */
export interface SeededDemo {
  readonly accounts: readonly DemoAccount[];
  /** Path and query of the app's screen that makes anybody a guest of the demo's parcours. */
  readonly guestLink: string;
}

/** The password of all demo accounts; there is no demo in production. */
const PASSWORD = 'dropici-demo';

const PEOPLE: readonly { name: string; role: Role; privilege: Privilege }[] = [
  { name: 'Camille', role: 'admin', privilege: 'admin' },
  { name: 'Noé', role: 'editor', privilege: 'editor' },
  { name: 'Lou', role: 'user', privilege: 'drop' },
];

interface DemoClip {
  readonly place: DemoPlace;
  readonly media: MediaName;
  readonly sizeBytes: number;
  /** Hash of the waveform's content. */
  readonly peaksSha256: string;
}

/**
 * Creates the demo: three accounts, a parcours with its places and clips, and an invitation for guests. Does nothing and
 * returns null if the database has an account.
 */
export async function seedDemo(context: Context): Promise<SeededDemo | null> {
  const { database, invitations, passwords } = context;
  if (!(await hasNoAccounts(database.reader))) return null;
  const hashes = await Promise.all(PEOPLE.map(() => passwords.hash(PASSWORD)));
  const clips: DemoClip[] = [];
  for (const place of DEMO_PARCOURS.places) clips.push(await storeClip(context, place));

  const { adminId, mapId } = await database.transact((tx) => insertAll(tx, hashes, clips, stamp(context.clock)));
  const guest = await invitations.create({ id: adminId, role: 'admin' }, { mapId, privilege: 'guest' });
  return {
    accounts: PEOPLE.map(({ role }) => ({ role, email: emailOf(role), password: PASSWORD })),
    guestLink: guest.link,
  };
}

async function insertAll(tx: Transactor, hashes: readonly string[], clips: readonly DemoClip[], now: string) {
  const { title, description } = DEMO_PARCOURS;
  const mapId = await insertParcours(tx, { title, description, image_url: null, created_at: now });
  const ids = [];
  for (const [index, { name, role, privilege }] of PEOPLE.entries()) {
    const password_hash = hashes[index] ?? '';
    const row = { email: emailOf(role), name, role, password_hash, picture: null, created_at: now };
    const account = await insertAccount(tx, row);
    if (account === undefined) throw new Error(`Expected no account ${row.email} in an empty database`);
    await putMembership(tx, { parcours_id: mapId, account_id: account.id, privilege, joined_at: now });
    ids.push(account.id);
  }
  const [adminId] = ids;
  if (adminId === undefined) throw new Error('Expected the demo to have an admin');
  for (const { place, media, sizeBytes, peaksSha256 } of clips) {
    await putMedia(tx, { ...media, size_bytes: sizeBytes, duration_s: place.durationS, created_at: now });
    await setMediaPeaks(tx, media.sha256, peaksSha256);
    await insertPlace(tx, {
      parcours_id: mapId,
      author_id: adminId,
      name: place.name,
      kind: 'la',
      geometry: JSON.stringify(place.geometry),
      media_sha256: media.sha256,
      created_at: now,
    });
  }
  return { adminId, mapId };
}

/** Clips and waveforms are not copied to dist/, so their paths start at the project's root. */
async function storeClip({ files }: Context, place: DemoPlace): Promise<DemoClip> {
  const clip = join(projectRoot(), 'server/demo/clips', place.clipFile);
  const copy = await copyToIncoming(files, clip);
  const media = { sha256: await hashFile(copy), extension: extname(place.clipFile).slice(1) };
  const sizeBytes = (await viewFile(copy)).size;
  await files.keep(copy, media);
  const waveform = await copyToIncoming(files, join(dirname(clip), `${basename(clip, extname(clip))}.dat`));
  const peaksSha256 = await hashFile(waveform);
  await files.keep(waveform, peaksNameOf(media.sha256));
  return { place, media, sizeBytes, peaksSha256 };
}

function emailOf(role: Role): string {
  return `${role}@example.org`;
}
