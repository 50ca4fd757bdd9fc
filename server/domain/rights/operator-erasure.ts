import type { DropsChoice, LostParcours } from '../../../contracts/erasure.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { claimDataDir, DataDirError } from '../../store/data-dir.ts';
import type { Database } from '../../store/database.ts';
import { type MediaBucket, openMediaFiles } from '../../store/media-files/open-media-files.ts';
import { checkStore } from '../../store/media-owner.ts';
import { openErased } from '../../store/open-erased.ts';
import { openParts } from '../../store/uploads/open-parts.ts';
import { accountWithEmail } from '../account-with-email.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import { createPlayedMedia } from '../media/played-media.ts';
import { planErasure } from './plan-erasure.ts';
import { runErasure } from './run-erasure.ts';

const NOTHING_ERASED = 'Nothing was erased: that takes a stopped server';

/** An erasure by the server's operator, for a person who can't log in. */
export interface OperatorErasure {
  /** Trimmed, in lower case. */
  readonly email: string;
  /** What happens to the account's drops on parcours that stay. */
  readonly drops: DropsChoice;
}

/**
 * Reports what the erasure would do, and how to confirm it. Deletes nothing; the server may be running.
 *
 * @throws AppError `not_found`.
 */
export async function* printErasure(database: Database, { email, drops }: OperatorErasure): AsyncIterable<string> {
  const account = await accountWithEmail(database.reader, email);
  const { lost, dropsElsewhere, parcoursElsewhere } = await planErasure(database.reader, account.id);
  const fate = drops === 'delete' ? 'be deleted' : 'stay without a name';
  yield `${account.name} <${account.email}> (id ${account.id}) would be erased for good`;
  yield `Drops that would ${fate}: ${dropsElsewhere}, on ${parcoursElsewhere} of the maps that stay`;
  yield `Maps that would go, for want of another admin: ${lost.length}`;
  yield* lost.map(printLost);
  const ids = lost.map(({ id }) => id).join(',');
  yield `Nothing is erased yet: stop the server, then repeat this with --confirm ${ids || 'none'}`;
}

/**
 * Erases the account and empties the incoming folder, so no server may run. Returns a sentence for the operator.
 *
 * @param confirmed the parcours that may be deleted, as {@link printErasure} names them
 * @throws AppError `not_found`; `conflict` while a server runs, or if other parcours would be deleted.
 */
export async function eraseForOperator(
  database: Database,
  { dataDir, bucket }: { readonly dataDir: string; readonly bucket: MediaBucket | null },
  { email, drops }: OperatorErasure,
  confirmed: readonly ParcoursId[],
  clock: Clock,
): Promise<string> {
  const { id } = await accountWithEmail(database.reader, email);
  // A running server's memory has the locks of files and parts that are just arriving, which an erasure must not delete.
  const release = await claimStopped(database, dataDir);
  try {
    const files = await openMediaFiles(dataDir, bucket);
    await checkStore({ database, files });
    const failures: unknown[] = [];
    const onFailure = (error: unknown): unknown => failures.push(error);
    const played = createPlayedMedia(database, files, (_, error) => onFailure(error));
    const parts = await openParts(dataDir, files, bucket);
    const removeParts = async (uploadIds: readonly string[]): Promise<void> => {
      for (const uploadId of uploadIds) await parts.remove(uploadId);
    };
    const { parcours_ids } = await runErasure(
      { database, erased: openErased(dataDir, bucket), played, removeParts, onFailure, clock },
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

function printLost({ id, name, drops, othersDrops, members }: LostParcours): string {
  return `- ${name} (id ${id}), drops: ${drops}, by others: ${othersDrops}, other members: ${members}`;
}
