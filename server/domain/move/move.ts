import { readCatalogue } from '../../store/copy/catalogue.ts';
import { openTarget } from '../../store/copy/move-target.ts';
import { finishMove } from '../../store/copy/moves.ts';
import { openSnapshot } from '../../store/copy/snapshot.ts';
import { isServed } from '../../store/data-dir.ts';
import { openToRead } from '../../store/database.ts';
import { type Clock, stamp } from '../clock.ts';
import { MoveError } from './move-error.ts';
import { beginTables, moveTables, type TableMove } from './move-tables.ts';
import type { Say } from './progress.ts';

/** What to move where. */
export interface Move {
  /** Absolute path of the data folder, or of a back-up. */
  readonly dataDir: string;
  /** Address of the PostgreSQL database that gets the rows. */
  readonly to: string;
}

/**
 * Brings a PostgreSQL database to the state of the service in a data folder, which may go on meanwhile and is not changed. Broken
 * off, it goes on where it was when it is begun again; begun again after its end, it moves what has changed since.
 *
 * @throws MoveError, DatabaseVersionError, DatabaseAddressError, DataDirError
 */
export async function move({ dataDir, to }: Move, clock: Clock, say: Say): Promise<void> {
  const source = await openToRead({ dataDir, url: null });
  if (source === null) throw new MoveError(`There is no database in ${dataDir} (DATA_DIR)`);
  try {
    const tables = await readCatalogue(source.reader);
    const target = await openTarget(to, dataDir, tables);
    if (target === null) throw new MoveError('The new database has the tables of another version: name an empty one');
    try {
      await moveAlone({ dataDir, source, target, tables }, clock, say);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Moves while no server can start on the target. */
async function moveAlone(tableMove: TableMove, clock: Clock, say: Say): Promise<void> {
  const { dataDir, source, target } = tableMove;
  const claim = await target.claim('alone');
  if (claim === null)
    throw new MoveError('A server is running on the new database, or another move to it: stop it first');
  try {
    await beginTables(tableMove, clock);
    // Before the snapshot: what a server that is just ending still stores is in it.
    const wasServed = await isServed(dataDir);
    const snapshot = await openSnapshot(source, dataDir);
    try {
      await moveTables({ ...tableMove, source: snapshot }, clock, say);
    } finally {
      await snapshot.close();
    }
    if (!claim.isHeld()) {
      throw new MoveError(
        'The connection to the new database was lost for a while, so a server may have started on it: run this again',
      );
    }
    await target.transact((tx) => finishMove(tx, stamp(clock)));
    if (wasServed) say(`A server is running on ${dataDir}: stop it, then run this again for what has changed since`);
  } finally {
    await claim.release();
  }
}
