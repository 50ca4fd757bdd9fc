import { countRows, sumColumn } from './aggregates.ts';
import type { Reader, Transactor } from './database.ts';
import { MASTER_EXTENSION } from './media.ts';

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

/** Totals of the stored data. */
export interface StoredTotals {
  readonly accounts: number;
  readonly maps: number;
  readonly places: number;
  readonly bytes: { readonly audio: number; readonly renditions: number; readonly images: number };
  readonly waveformsWaiting: number;
  /** Number of recordings without a rendition and with fewer than `failuresMax` failed attempts. */
  readonly renditionsWaiting: number;
}

/** Reads the totals; an image that is used twice counts twice, as it does for quotas. */
export async function readStoredTotals(reader: Reader, failuresMax: number): Promise<StoredTotals> {
  const masters = () => reader('media').where({ extension: MASTER_EXTENSION });
  const [accounts, maps, places, audio, renditions, images, waveformsWaiting, renditionsWaiting] = await Promise.all([
    countRows(reader('accounts')),
    countRows(reader('parcours')),
    countRows(reader('places')),
    sumColumn(reader('media'), 'size_bytes'),
    sumColumn(reader('media'), 'rendition_bytes'),
    sumColumn(reader('images'), 'size_bytes').then(
      async (images) => images + (await sumColumn(reader('picture_files'), 'size_bytes')),
    ),
    countRows(masters().where({ peaks_sha256: null })),
    countRows(masters().where({ rendition_sha256: null }).where('rendition_failures', '<', failuresMax)),
  ]);
  return {
    accounts,
    maps,
    places,
    bytes: { audio, renditions, images },
    waveformsWaiting,
    renditionsWaiting,
  };
}
