import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Reader, Transactor } from '../database.ts';

/** A row of hidden_audio: what the site's admins keep from a parcours, whatever becomes of the place that played it. */
export interface HiddenAudioRow {
  readonly parcours_id: ParcoursId;
  readonly media_sha256: string;
}

/** Notes that this audio is kept from this parcours. */
export async function noteHiddenAudio(tx: Transactor, row: HiddenAudioRow): Promise<void> {
  await tx<HiddenAudioRow>('hidden_audio').insert(row).onConflict(['parcours_id', 'media_sha256']).ignore();
}

/** Lets this audio be played on this parcours again. */
export async function forgetHiddenAudio(tx: Transactor, { parcours_id, media_sha256 }: HiddenAudioRow): Promise<void> {
  await tx<HiddenAudioRow>('hidden_audio').where({ parcours_id, media_sha256 }).delete();
}

/** Whether this audio is kept from this parcours. */
export async function isHiddenAudio(reader: Reader, { parcours_id, media_sha256 }: HiddenAudioRow): Promise<boolean> {
  return (await reader<HiddenAudioRow>('hidden_audio').where({ parcours_id, media_sha256 }).first()) !== undefined;
}
