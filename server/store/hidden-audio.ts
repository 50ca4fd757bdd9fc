import type { ParcoursId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/**
 * A row of hidden_audio: audio that the site's admins hide on a parcours, even after its place was changed or deleted.
 */
export interface HiddenAudioRow {
  readonly parcours_id: ParcoursId;
  readonly media_sha256: string;
}

/** Hides this audio on this parcours. */
export async function noteHiddenAudio(tx: Transactor, row: HiddenAudioRow): Promise<void> {
  await tx<HiddenAudioRow>('hidden_audio').insert(row).onConflict(['parcours_id', 'media_sha256']).ignore();
}

/** Allows this audio on this parcours again. */
export async function forgetHiddenAudio(tx: Transactor, { parcours_id, media_sha256 }: HiddenAudioRow): Promise<void> {
  await tx<HiddenAudioRow>('hidden_audio').where({ parcours_id, media_sha256 }).delete();
}

/** Whether this audio is hidden on this parcours. */
export async function isHiddenAudio(reader: Reader, { parcours_id, media_sha256 }: HiddenAudioRow): Promise<boolean> {
  return (await reader<HiddenAudioRow>('hidden_audio').where({ parcours_id, media_sha256 }).first()) !== undefined;
}
