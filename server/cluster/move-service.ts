import { type Clock, stamp } from '../domain/clock.ts';
import { blockStart, type StartBlock } from '../store/data-dir.ts';
import type { DatabaseLocation } from '../store/database.ts';
import type { StoreMark } from '../store/files.ts';
import { inheritStore } from '../store/media-owner.ts';
import { openSnapshot } from './file-copies.ts';
import type { MediaBucket } from './media-bucket.ts';
import { type BucketMove, finishBucket, moveToBucket, type UnsoundMedia } from './move-media.ts';
import { MoveError, type Say } from './move-progress.ts';
import { finishMove, type Moveable, noteMoved, refuseMovedElsewhere } from './move-records.ts';
import { beginTables, moveTables, openTarget, type TableMove } from './move-tables.ts';
import { openToRead } from './open-stores.ts';
import { readCatalogue } from './table-rows.ts';

interface Move {
  /** The location of the rows. Only rows of a data folder, or of a back-up, can move. */
  readonly from: DatabaseLocation;
  /** Address of the PostgreSQL database that receives the rows; null to leave them where they are. */
  readonly to: string | null;
  /** The bucket that receives the files of the data folder; null to leave them where they are. */
  readonly bucket: MediaBucket | null;
  /** The mark of the files, if they stay where they are. */
  readonly mark: Pick<StoreMark, 'read'>;
  /** Whether to move parts that an earlier move has already taken from the folder. */
  readonly isAfterMove: boolean;
}

const ALL_SOUND: UnsoundMedia = { missing: [], changed: [] };

/**
 * Brings a PostgreSQL database and a bucket to the state of the service in a data folder. A server that is running
 * there continues, and none starts on the target; without one, the move is the last, and none starts in the folder
 * again. After an interruption, the next call continues where it stopped; after the end, it moves later changes.
 *
 * @returns the files that are missing or damaged in the data folder itself
 * @throws MoveError, MovedAwayError, DatabaseVersionError, DatabaseAddressError, MediaStoreError, ObjectStoreError,
 * SnapshotError, StoreOwnerError
 */
export async function move(wanted: Move, clock: Clock, say: Say): Promise<UnsoundMedia> {
  const { from, to, bucket } = wanted;
  const location = to === null ? from : { ...from, url: null };
  const { dataDir } = location;
  if (!wanted.isAfterMove) await refuseMovedElsewhere(dataDir, addressesOf(wanted));
  const source = await openToRead(location);
  if (source === null) {
    const where = location.url === null ? `${dataDir} (DATA_DIR)` : 'DATABASE_URL';
    throw new MoveError(`There is no database in ${where}`);
  }
  // Before anything is read, so that the last writes of a stopping server are moved, too.
  const startBlock = await blockStart(dataDir);
  try {
    const files = bucket === null ? null : { dataDir, source, bucket, isAlone: to === null };
    const unsound =
      to === null
        ? await moveFilesAlone(wanted, files, startBlock, clock, say)
        : await moveTo(to, { wanted, dataDir, source, files, startBlock }, clock, say);
    if (startBlock === null) {
      say(
        `A server is running on ${dataDir}: stop it, then run this again for what has changed since. No server starts on what has moved until then`,
      );
    } else if (startBlock.wasServed) {
      say(
        `This was the last move: a start or a command that would use what it took from ${dataDir} is refused from now on, unless it has --after-move`,
      );
    }
    return unsound;
  } finally {
    await startBlock?.release();
    await source.close();
  }
}

/** The files to put into a bucket, without the rows that name them; null for none. */
type FilesMove = Omit<BucketMove, 'rows'> | null;

async function moveFilesAlone(
  wanted: Move,
  files: FilesMove,
  startBlock: StartBlock | null,
  clock: Clock,
  say: Say,
): Promise<UnsoundMedia> {
  if (files === null) return ALL_SOUND;
  const unsound = await moveToBucket({ ...files, rows: files.source }, clock, say);
  if (startBlock !== null) {
    if (startBlock.wasServed) await noteMoved(files.dataDir, movedNow(wanted, clock));
    await finishBucket(files);
  }
  return unsound;
}

interface RowsMove extends Pick<TableMove, 'dataDir' | 'source'> {
  readonly wanted: Move;
  readonly files: FilesMove;
  /** Null while a server runs on the folder. */
  readonly startBlock: StartBlock | null;
}

/** Moves rows, and the files that move with them, to the database at an address. */
async function moveTo(to: string, rowsMove: RowsMove, clock: Clock, say: Say): Promise<UnsoundMedia> {
  const tables = await readCatalogue(rowsMove.source.reader);
  const target = await openTarget(to, rowsMove.dataDir, tables);
  if (target === null) throw new MoveError('The new database has the tables of another version: name an empty one');
  try {
    return await moveAlone({ ...rowsMove, target, tables }, clock, say);
  } finally {
    await target.close();
  }
}

/** Moves while no server can start on the target. */
async function moveAlone(rowsMove: TableMove & RowsMove, clock: Clock, say: Say): Promise<UnsoundMedia> {
  const { dataDir, source, target, files, startBlock } = rowsMove;
  const claim = await target.claim('alone');
  if (claim === null) {
    throw new MoveError('A server is running on the new database, or another move to it: stop it first');
  }
  const watch = startBlock?.wasServed ? await source.watchChanges() : null;
  try {
    await beginTables(rowsMove, clock);
    say(`Moving the database in ${dataDir} as it is now`);
    const snapshot = await openSnapshot(source, dataDir);
    let unsound: UnsoundMedia;
    try {
      await moveTables({ ...rowsMove, source: snapshot }, clock, say);
      unsound = files === null ? ALL_SOUND : await moveToBucket({ ...files, rows: snapshot }, clock, say);
    } finally {
      await snapshot.close();
    }
    if (!claim.isHeld()) {
      throw new MoveError('The connection that keeps servers from the new database was lost meanwhile: run this again');
    }
    if (startBlock === null) return unsound;
    if (watch !== null) await leave(rowsMove, watch.hasChanged, clock);
    const mark = files === null ? await rowsMove.wanted.mark.read() : undefined;
    await target.transact(async (tx) => {
      await inheritStore(tx, mark);
      await finishMove(tx, stamp(clock));
    });
    if (files !== null) await finishBucket(files);
    return unsound;
  } finally {
    await watch?.close();
    await claim.release();
  }
}

/** Notes that everything has left the folder. @throws MoveError if a command has changed something there since */
async function leave({ dataDir, wanted }: RowsMove, hasChanged: () => Promise<boolean>, clock: Clock): Promise<void> {
  const takeBack = await noteMoved(dataDir, movedNow(wanted, clock));
  try {
    if (!(await hasChanged())) return;
    throw new MoveError(
      `Something has changed the database in ${dataDir} meanwhile, npm run admin for instance: run this again`,
    );
  } catch (error) {
    await takeBack();
    throw error;
  }
}

/** Returns the targets as the operator may read them. */
function addressesOf({ to, bucket }: Move): Partial<Record<Moveable, string>> {
  return { ...(to !== null && { database: withoutUser(to) }), ...(bucket !== null && { media: bucket.name }) };
}

function movedNow(wanted: Move, clock: Clock) {
  const at = stamp(clock);
  return Object.fromEntries(Object.entries(addressesOf(wanted)).map(([part, to]) => [part, { to, at }]));
}

function withoutUser(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `postgres://${host || searchParams.get('host')}${pathname}`;
}
