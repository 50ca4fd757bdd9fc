import { resolve } from 'node:path';
import { DropsChoice, type LostParcours } from '../../../contracts/erasure.ts';
import { DRAFT_HOLDS_DAYS } from '../../../contracts/limits.ts';
import { Email } from '../../../contracts/user.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { claimDataDir, DataDirError } from '../../store/data-dir.ts';
import type { Database } from '../../store/database.ts';
import type { FileStores } from '../../store/file-stores.ts';
import type { StoredMedia } from '../../store/files.ts';
import { checkStore } from '../../store/media-owner.ts';
import { readOwnRows } from '../../store/rights.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import { type Clock, daysAgo, stamp } from '../clock.ts';
import { createPlayedMedia } from '../media/played-media.ts';
import { accountWithEmail, type OperatorCommand, parseId, writeNewFile } from '../operator-command.ts';
import { makeArchive } from './archive.ts';
import { runErasure } from './erase-account.ts';
import { planErasure } from './erasures.ts';

/** The commands that {@link parseRights} parses. */
export const RIGHTS_COMMANDS = ['export', 'erase'] as const;

/**
 * Parses a command about a person's data. Returns undefined for other commands, an error message for wrong arguments.
 */
export function parseRights([command, ...rest]: readonly string[]): OperatorCommand | string | undefined {
  if (command === 'export') return parseExport(rest);
  return command === 'erase' ? parseErasure(rest) : undefined;
}

function parseExport(rest: readonly string[]): OperatorCommand | string {
  const [text, file] = rest;
  const email = Email.safeParse(text);
  if (!email.success || file === undefined || rest.length > 2) {
    return `Expected export EMAIL FILE, got export ${rest.join(' ')}`;
  }
  return async function* (database, stores) {
    yield await exportForOperator(database, stores.readMedia(), { email: email.data, path: resolve(file) }, Date.now);
  };
}

function parseErasure(rest: readonly string[]): OperatorCommand | string {
  const [text, choice, flag, ids] = rest;
  const [email, drops] = [Email.safeParse(text), DropsChoice.safeParse(choice)];
  const confirmed = ids === undefined ? null : parseIds(ids);
  const isFlagged = flag === '--confirm' && confirmed !== null && rest.length === 4;
  if (!email.success || !drops.success || !(isFlagged || rest.length === 2)) {
    const choices = DropsChoice.options.join('|');
    return `Expected erase EMAIL ${choices} [--confirm IDS|none], got erase ${rest.join(' ')}`;
  }
  const erasure = { email: email.data, drops: drops.data };
  return async function* (database, stores) {
    if (confirmed === null) yield* reportErasure(database, erasure);
    else yield await eraseForOperator(database, stores, erasure, confirmed, Date.now);
  };
}

/** Parses comma-separated ids, or `none`; returns null for anything else. */
function parseIds(text: string): ParcoursId[] | null {
  if (text === 'none') return [];
  const ids = text.split(',').map((id) => ParcoursId.safeParse(parseId(id)));
  return ids.every(({ success }) => success) ? ids.flatMap(({ data }) => data ?? []) : null;
}

const NOTHING_ERASED = 'Nothing was erased: that takes a stopped server';

/** An erasure by the server's operator, for a person who can't log in. */
interface OperatorErasure {
  /** Trimmed, in lower case. */
  readonly email: string;
  /** What happens to the account's drops on parcours that stay. */
  readonly drops: DropsChoice;
}

/**
 * Reports what the erasure would do, and how to confirm it. Deletes nothing; the server may be running.
 * @throws AppError `not_found`.
 */
async function* reportErasure(database: Database, { email, drops }: OperatorErasure): AsyncIterable<string> {
  const account = await accountWithEmail(database.reader, email);
  const { lost, dropsElsewhere, parcoursElsewhere } = await planErasure(database.reader, account.id);
  const fate = drops === 'delete' ? 'be deleted' : 'stay without a name';
  yield `${account.name} <${account.email}> (id ${account.id}) would be erased for good`;
  yield `Drops that would ${fate}: ${dropsElsewhere}, on ${parcoursElsewhere} of the maps that stay`;
  yield `Maps that would go, for want of another admin: ${lost.length}`;
  yield* lost.map(formatLost);
  const ids = lost.map(({ id }) => id).join(',');
  yield `Nothing is erased yet: stop the server, then repeat this with --confirm ${ids || 'none'}`;
}

/**
 * Erases the account and empties the incoming folder, so no server may run. Returns a sentence for the operator.
 * @param confirmed the parcours that may be deleted, as {@link reportErasure} names them
 * @throws AppError `not_found`; `conflict` while a server runs, or if other parcours would be deleted.
 */
async function eraseForOperator(
  database: Database,
  stores: FileStores,
  { email, drops }: OperatorErasure,
  confirmed: readonly ParcoursId[],
  clock: Clock,
): Promise<string> {
  const { id } = await accountWithEmail(database.reader, email);
  // A running server's memory has the locks of files and parts that are just arriving, which an erasure must not delete.
  const release = await claimStopped(database, stores.dataDir);
  try {
    const files = await stores.openMedia();
    await checkStore({ database, files });
    const failures: unknown[] = [];
    const onFailure = (error: unknown): unknown => failures.push(error);
    const played = createPlayedMedia(database, files, (_, error) => onFailure(error));
    const parts = await stores.openParts(files);
    const removeParts = async (uploadIds: readonly string[]): Promise<void> => {
      for (const uploadId of uploadIds) await parts.remove(uploadId);
    };
    const { parcours_ids } = await runErasure(
      { database, erased: stores.erased, played, removeParts, onFailure, clock },
      { id, by: {}, how: 'by npm run admin', drops, takes: confirmed, others: 'refuse' },
    );
    const maps = parcours_ids === '' ? 'no map' : `the maps ${parcours_ids}`;
    const [failure] = failures;
    const rest = failure === undefined ? '' : `, and then does within a day what failed now (${messageOf(failure)})`;
    return `Erased the account ${id}, and ${maps} with it. The server may be started again${rest}`;
  } finally {
    await release();
  }
}

/** Prevents servers from starting on the data folder or the same database, until the returned function is called. */
async function claimStopped(database: Database, dataDir: string): Promise<() => Promise<void>> {
  const release = await claimDataDir(dataDir).catch((cause: unknown) => {
    if (!(cause instanceof DataDirError)) throw cause;
    throw new AppError('conflict', `${cause.message}. ${NOTHING_ERASED}`, { cause });
  });
  const claim = await database.claim('alone');
  if (claim === null) {
    await release();
    throw new AppError('conflict', `A server is running on the database (DATABASE_URL). ${NOTHING_ERASED}`);
  }
  return async () => {
    await claim.release();
    await release();
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function formatLost({ id, name, drops, othersDrops, members }: LostParcours): string {
  return `- ${name} (id ${id}), drops: ${drops}, by others: ${othersDrops}, other members: ${members}`;
}

/**
 * Writes the archive of the account with this email (trimmed, in lower case) to a new file that only its owner may
 * read: for a person who can't log in. The server may be running. Returns a sentence for the operator.
 * @param path absolute path of the file
 * @throws AppError `not_found` without the account; `conflict` if the file exists or can't be written.
 */
async function exportForOperator(
  database: Database,
  media: StoredMedia,
  { email, path }: { readonly email: string; readonly path: string },
  clock: Clock,
): Promise<string> {
  const account = await accountWithEmail(database.reader, email);
  await writeNewFile(path, async () => {
    await database.transact((tx) =>
      addToAuditLog(tx, clock, { action: 'data_exported', by: {}, account: account.id, detail: 'by npm run admin' }),
    );
    const rows = await readOwnRows(database.reader, account.id, daysAgo(clock, DRAFT_HOLDS_DAYS));
    return (await makeArchive(media, account, rows, stamp(clock))).content;
  });
  return `${path} has all that the server has of ${account.name} <${account.email}>; give it to nobody else`;
}
