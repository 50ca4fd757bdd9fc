import type { OutboxRecord } from '../../platform/storage/outbox-store.ts';
import { KeepError } from './drop-draft.ts';
import { type OutboxBox, showPhase } from './outbox-box.ts';
import type { ReadyAudio } from './outbox-steps.ts';
import { outboxStrings } from './outbox-words.ts';

/** Reads the audio of a drop, as chosen or recorded; null if it is no longer on this device. */
export function readAudio({ files }: OutboxBox, { id, recordingId }: OutboxRecord): Promise<Blob | null> {
  return recordingId === null ? files.readFile(id) : files.read(recordingId);
}

/**
 * Returns the converted audio of a drop. All callers share one conversion: an hour of audio takes a minute.
 *
 * @param signal rejects with its reason before a conversion begins
 * @returns null if it is no longer on this device.
 * @throws as `Transcoder.transcode` does; an AbortError if the drop was discarded meanwhile.
 */
export async function readReady(
  box: OutboxBox,
  record: OutboxRecord,
  signal?: AbortSignal,
): Promise<ReadyAudio | null> {
  const { id } = record;
  const made = box.prepared.get(id);
  if (made !== undefined && (await isReadable(made.wav))) return made;
  const running = box.preparing.get(id);
  if (running !== undefined) return running.audio;
  const audio = await readAudio(box, record);
  signal?.throwIfAborted();
  return audio === null ? null : (box.preparing.get(id)?.audio ?? convert(box, id, audio));
}

async function convert(box: OutboxBox, id: string, source: Blob): Promise<ReadyAudio> {
  const breaking = new AbortController();
  const lane = box.lanes.find(({ takes }) => takes(box.weights.get(id) ?? 0));
  if (lane === undefined) throw new RangeError(`Found no lane for drop ${id}`);
  const audio = lane.transcoder.transcode(source, {
    signal: breaking.signal,
    onProgress: (progress) => {
      const phase = box.live.get(id)?.phase;
      // The popup may need the audio while the drop is at another step.
      if (phase !== 'preparing' && phase !== 'converting') return;
      if (progress.stage === 'conversion') showPhase(box, id, 'converting', progress.fraction);
      else {
        const { loadedBytes, totalBytes } = progress;
        showPhase(box, id, 'preparing', totalBytes === null ? null : loadedBytes / totalBytes);
      }
    },
  });
  box.preparing.set(id, { audio, breaking });
  try {
    const ready = await audio;
    box.prepared.set(id, ready);
    return ready;
  } finally {
    box.preparing.delete(id);
  }
}

/** {@link Outbox.exportFile} */
export async function exportFile(box: OutboxBox, id: string): Promise<File> {
  const record = await box.store.read(id);
  const audio = record === null ? null : await readAudio(box, record);
  if (record === null || audio === null) throw new KeepError(outboxStrings.audioGone);
  const { fileName, title } = record;
  return new File([audio], fileName ?? `${title.trim() || outboxStrings.fileName}.wav`, { type: audio.type });
}

/** False if the person has changed or moved a chosen file that needed no conversion; the stored copy still exists. */
function isReadable(wav: Blob): Promise<boolean> {
  return wav
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
