import { readCatalogue } from '../../store/copy/catalogue.ts';
import { openTarget } from '../../store/copy/move-target.ts';
import { finishMove } from '../../store/copy/moves.ts';
import { openSnapshot } from '../../store/copy/snapshot.ts';
import { isServed } from '../../store/data-dir.ts';
import { type DatabaseLocation, openToRead, type ReadDatabase } from '../../store/database.ts';
import { readFolderMark } from '../../store/media-files/folder.ts';
import type { MediaBucket } from '../../store/media-files/open-media-files.ts';
import { inheritStore } from '../../store/media-files/store-owner.ts';
import { type Clock, stamp } from '../clock.ts';
import { MoveError } from './move-error.ts';
import type { UnsoundMedia } from './move-media.ts';
import { beginTables, moveTables, type TableMove } from './move-tables.ts';
import { moveToBucket } from './move-to-bucket.ts';
import type { Say } from './progress.ts';

/** What to move where. */
export interface Move {
  /** Where the rows are. They move from a data folder, or a back-up, alone. */
  readonly from: DatabaseLocation;
  /** Address of the PostgreSQL database that gets the rows; null to leave them where they are. */
  readonly to: string | null;
  /** What gets the files of the data folder; null to leave them there. */
  readonly bucket: MediaBucket | null;
}

const ALL_SOUND: UnsoundMedia = { missing: [], changed: [] };

/**
 * Brings a PostgreSQL database and a bucket to the state of the service in a data folder, which may go on meanwhile and is not changed.
 * Broken off, it goes on where it was when it is begun again; begun again after its end, it moves what has changed since.
 *
 * @returns the files that the data folder itself does not have as it should
 * @throws MoveError, DatabaseVersionError, DatabaseAddressError, MediaStoreError, ObjectStoreError, SnapshotError
 */
export async function move({ from, to, bucket }: Move, clock: Clock, say: Say): Promise<UnsoundMedia> {
  const location = to === null ? from : { ...from, url: null };
  const { dataDir } = location;
  const source = await openToRead(location);
  if (source === null) {
    const where = location.url === null ? `${dataDir} (DATA_DIR)` : 'DATABASE_URL';
    throw new MoveError(`There is no database in ${where}`);
  }
  const moveFiles = async (rows: ReadDatabase): Promise<UnsoundMedia> =>
    bucket === null ? ALL_SOUND : moveToBucket({ dataDir, source, rows, bucket, isAlone: to === null }, clock, say);
  try {
    // Asked before anything is read, so that what an ending server still stores is moved, too.
    const isRunning = await isServed(dataDir);
    const unsound =
      to === null
        ? await moveFiles(source)
        : await moveTo(to, { dataDir, source, keepsFiles: bucket === null }, moveFiles, clock, say);
    if (isRunning) say(`A server is running on ${dataDir}: stop it, then run this again for what has changed since`);
    return unsound;
  } finally {
    await source.close();
  }
}

/** From where rows move. */
interface RowsMove extends Pick<TableMove, 'dataDir' | 'source'> {
  /** Whether the files stay there. */
  readonly keepsFiles: boolean;
}

/** Moves rows to the database at an address, and what goes with them. */
async function moveTo(
  to: string,
  { dataDir, source, keepsFiles }: RowsMove,
  moveFiles: (rows: ReadDatabase) => Promise<UnsoundMedia>,
  clock: Clock,
  say: Say,
): Promise<UnsoundMedia> {
  const tables = await readCatalogue(source.reader);
  const target = await openTarget(to, dataDir, tables);
  if (target === null) throw new MoveError('The new database has the tables of another version: name an empty one');
  try {
    return await moveAlone({ dataDir, source, target, tables, keepsFiles }, moveFiles, clock, say);
  } finally {
    await target.close();
  }
}

/** Moves while no server can start on the target. */
async function moveAlone(
  tableMove: TableMove & RowsMove,
  moveFiles: (rows: ReadDatabase) => Promise<UnsoundMedia>,
  clock: Clock,
  say: Say,
): Promise<UnsoundMedia> {
  const { dataDir, source, target } = tableMove;
  const claim = await target.claim('alone');
  if (claim === null) {
    throw new MoveError('A server is running on the new database, or another move to it: stop it first');
  }
  try {
    await beginTables(tableMove, clock);
    say(`Moving the database in ${dataDir} as it is now`);
    const snapshot = await openSnapshot(source, dataDir);
    let unsound: UnsoundMedia;
    try {
      await moveTables({ ...tableMove, source: snapshot }, clock, say);
      unsound = await moveFiles(snapshot);
    } finally {
      await snapshot.close();
    }
    if (!claim.isHeld()) {
      throw new MoveError('The connection that keeps servers from the new database was lost meanwhile: run this again');
    }
    const mark = tableMove.keepsFiles ? await readFolderMark(dataDir) : undefined;
    await target.transact(async (tx) => {
      await inheritStore(tx, mark);
      await finishMove(tx, stamp(clock));
    });
    return unsound;
  } finally {
    await claim.release();
  }
}
