import type { Reader, Transactor } from './database.ts';

/** The result of an operator's command that ran last: of a back-up, or of a check of all files. */
export interface UpkeepNote {
  readonly command: 'backup' | 'verify-media';
  /** ISO 8601 in UTC. */
  readonly done_at: string;
  /** Numbers of files; a back-up has only `sound` and `missing`. */
  readonly sound: number;
  readonly missing: number;
  readonly orphaned: number;
  readonly changed: number;
}

/** Replaces the note of a command. */
export async function putUpkeepNote(tx: Transactor, note: UpkeepNote): Promise<void> {
  await tx('upkeep_notes').insert(note).onConflict('command').merge();
}

/** The notes of all commands that have run. */
export async function listUpkeepNotes(reader: Reader): Promise<UpkeepNote[]> {
  return reader<UpkeepNote>('upkeep_notes').select('command', 'done_at', 'sound', 'missing', 'orphaned', 'changed');
}
