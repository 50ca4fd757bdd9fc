import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { DropsChoice, type LostParcours } from '../../contracts/erasure.ts';
import { type ParcoursId, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';
import { flush, unlessMissing } from './files.ts';
import type { ImageRow } from './media.ts';
import { createNamedLocks } from './named-locks.ts';
import type { PlaceRow } from './places.ts';

/** A row of erasures: ids and a time, nothing about the person. */
export interface ErasureRow {
  readonly account_id: UserId;
  /** ISO 8601 in UTC. */
  readonly erased_at: string;
  readonly drops: DropsChoice;
  /** Ids of the parcours that were deleted too, separated by commas. */
  readonly parcours_ids: string;
}

/** An account's own drop on a parcours. */
interface OwnPlaceRow extends Pick<PlaceRow, 'id' | 'parcours_id' | 'media_sha256'> {
  /** False for drafts, planned, deleted, hidden or refused places, and silent fillings; SQLite returns 1 and 0. */
  readonly is_shown: boolean | number;
}

interface CountedRow {
  readonly id: ParcoursId;
  readonly name: string;
  readonly drops: number;
  readonly others: number;
  readonly members: number;
}

/**
 * The parcours whose only admin is this account, by id, not counting admins with the role guest: they can't manage it.
 */
export async function listSoleParcours(reader: Reader, id: UserId): Promise<LostParcours[]> {
  const otherAdmins = reader('memberships as other')
    .join('accounts', 'accounts.id', 'other.account_id')
    .where('other.parcours_id', reader.ref('own.parcours_id'))
    .whereNot('other.account_id', id)
    .where('other.privilege', 'admin')
    .whereNot('accounts.role', 'guest');
  const places = (): Knex.QueryBuilder =>
    reader('places')
      .where({ 'places.parcours_id': reader.ref('own.parcours_id'), 'places.is_planned': false })
      .count('*');
  const others = places().where((place) => place.whereNull('author_id').orWhereNot('author_id', id));
  const members: Knex.QueryBuilder = reader('memberships as member')
    .join('accounts', 'accounts.id', 'member.account_id')
    .where('member.parcours_id', reader.ref('own.parcours_id'))
    .whereNot('member.account_id', id)
    .whereNot('accounts.role', 'guest')
    .count('*');
  const rows = await reader('memberships as own')
    .join('parcours', 'parcours.id', 'own.parcours_id')
    .where({ 'own.account_id': id, 'own.privilege': 'admin' })
    .whereNotExists(otherAdmins)
    .orderBy('parcours.id')
    .select<CountedRow[]>(
      'parcours.id',
      'parcours.title as name',
      places().as('drops'),
      others.as('others'),
      members.as('members'),
    );
  return rows.map(({ others, ...row }) => ({ ...row, othersDrops: others }));
}

/** The places that an account made, visible to others or not, except those on the parcours `without`. */
export async function listOwnPlaces(
  reader: Reader,
  id: UserId,
  without: readonly ParcoursId[],
): Promise<OwnPlaceRow[]> {
  return reader<PlaceRow>('places')
    .where({ author_id: id })
    .whereNotIn('parcours_id', without)
    .orderBy('id')
    .select<OwnPlaceRow[]>(
      'id',
      'parcours_id',
      'media_sha256',
      reader.raw(
        "(not is_draft and not is_planned and deleted_at is null and hidden_at is null and coalesce(approval, '') <> 'refused' and (plan_id is null or approval = 'waiting')) as is_shown",
      ),
    );
}

/** All images that an account uploaded. */
export async function listImagesBy(reader: Reader, id: UserId): Promise<ImageRow[]> {
  return reader<ImageRow>('images').where({ uploader_id: id }).select('*');
}

/** Removes an account as the uploader of the audio and images that remain. */
export async function disownFiles(tx: Transactor, id: UserId): Promise<void> {
  for (const table of ['media', 'images']) await tx(table).where({ uploader_id: id }).update({ uploader_id: null });
}

/** Deletes the texts of an account's reports, and the account as their author. */
export async function forgetReportsBy(tx: Transactor, id: UserId): Promise<void> {
  await tx('reports').where({ reporter_id: id }).update({ reporter_id: null, words: null });
}

/** Records that an account was erased; does nothing if that is recorded already. */
export async function insertErasure(tx: Transactor, row: ErasureRow): Promise<void> {
  await tx<ErasureRow>('erasures').insert(row).onConflict(['account_id', 'erased_at']).ignore();
}

/** All erasures, oldest first. */
export async function listErasures(reader: Reader): Promise<ErasureRow[]> {
  return reader<ErasureRow>('erasures').orderBy(['erased_at', 'account_id']);
}

/** Name of the list of erased accounts, in the data folder and in back-ups. */
export const ERASED_FILE = 'erased.log';

/** The list of erased accounts. It is stored outside the database, so that it survives the restore of an older one. */
export interface ErasedList {
  list(): Promise<ListedErasure[]>;
  /** Adds an erasure. Once resolved, it survives a power cut. */
  add(row: ErasureRow): Promise<void>;
  /** Adds those of these erasures that the list doesn't have. */
  addAll(rows: readonly ErasureRow[]): Promise<void>;
}

/** An entry of the list. */
export interface ListedErasure extends Pick<ErasureRow, 'account_id' | 'erased_at'> {
  read(): Promise<ErasureRow>;
}

/** Identifies an erasure. */
export function erasureName({ account_id, erased_at }: Pick<ErasureRow, 'account_id' | 'erased_at'>): string {
  return `${account_id} ${erased_at}`;
}

/** Adds to a list the erasures that only another list has. */
export async function carryErased(from: ErasedList, to: ErasedList): Promise<void> {
  const names = new Set((await to.list()).map(erasureName));
  const missing: ErasureRow[] = [];
  for (const erasure of await from.list()) {
    if (!names.has(erasureName(erasure))) missing.push(await erasure.read());
  }
  if (missing.length > 0) await to.addAll(missing);
}

const LINE = /^(\d{1,10}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (delete|keep) (-|\d+(?:,\d+)*)$/;

/** Opens the list in a file of a data folder. */
export function createErasedFile(dataDir: string): ErasedList {
  const inTurn = createNamedLocks();
  return {
    list: async () => (await readErased(dataDir)).map((row) => ({ ...row, read: async () => row })),
    add: (row) => inTurn(ERASED_FILE, () => appendErased(dataDir, row)),
    addAll: (rows) =>
      inTurn(ERASED_FILE, async () => {
        const listed = await readErased(dataDir);
        const names = new Set(listed.map(erasureName));
        await writeErased(dataDir, [...listed, ...rows.filter((row) => !names.has(erasureName(row)))]);
      }),
  };
}

/** The erasures in a data folder's list; none if there is no list. Lines that a power cut damaged are left out. */
async function readErased(dataDir: string): Promise<ErasureRow[]> {
  const text = (await unlessMissing(readFile(join(dataDir, ERASED_FILE), 'utf8'))) ?? '';
  return text.split('\n').flatMap((line) => parseErased(line) ?? []);
}

/** Parses a line of the list; undefined if it isn't an erasure. */
export function parseErased(line: string): ErasureRow | undefined {
  const [, account, erased_at, drops, parcours] = LINE.exec(line.trim()) ?? [];
  if (account === undefined || erased_at === undefined || parcours === undefined) return undefined;
  const parcours_ids = parcours === '-' ? '' : parcours;
  return { account_id: UserId.parse(Number(account)), erased_at, drops: DropsChoice.parse(drops), parcours_ids };
}

async function appendErased(dataDir: string, row: ErasureRow): Promise<void> {
  const file = await open(join(dataDir, ERASED_FILE), 'a', 0o600);
  try {
    await file.appendFile(erasedLine(row));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Replaces a data folder's list. After a crash either the old or the new list is there. */
async function writeErased(dataDir: string, rows: readonly ErasureRow[]): Promise<void> {
  const draft = join(dataDir, `${ERASED_FILE}.new`);
  await writeFile(draft, rows.map(erasedLine).join(''), { mode: 0o600, flush: true });
  await rename(draft, join(dataDir, ERASED_FILE));
  await flush(dataDir);
}

/** Formats an erasure as a line with its line end. */
export function erasedLine({ account_id, erased_at, drops, parcours_ids }: ErasureRow): string {
  return `${account_id} ${erased_at} ${drops} ${parcours_ids || '-'}\n`;
}
