import type { Database, Reader } from '../../store/database.ts';
import { listUpkeepNotes, putUpkeepNote, type UpkeepNote } from '../../store/health.ts';
import { type Clock, stamp } from '../clock.ts';

/** The result of a command: numbers of files. */
type Found = Partial<Pick<UpkeepNote, 'sound' | 'missing' | 'orphaned' | 'changed'>>;

/** The last run of each operator's command, for the server's measurements; null if it never ran on this database. */
export type UpkeepNotes = Readonly<Record<UpkeepNote['command'], UpkeepNote | null>>;

/** Notes in the database, if there is one, that a command of the operator is done, for the server's measurements. */
export async function noteUpkeep(
  open: () => Promise<Database | null>,
  command: UpkeepNote['command'],
  found: Found,
  clock: Clock,
): Promise<void> {
  const database = await open();
  if (database === null) return;
  const nothing = { sound: 0, missing: 0, orphaned: 0, changed: 0 };
  try {
    const note = { ...nothing, ...found, command, done_at: stamp(clock) };
    await database.transact((tx) => putUpkeepNote(tx, note));
  } finally {
    await database.close();
  }
}

/** Reads the notes of the commands. */
export async function readUpkeepNotes(reader: Reader): Promise<UpkeepNotes> {
  const notes = await listUpkeepNotes(reader);
  const of = (command: UpkeepNote['command']) => notes.find((note) => note.command === command) ?? null;
  return { backup: of('backup'), 'verify-media': of('verify-media') };
}
