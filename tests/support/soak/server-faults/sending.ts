import { createHash } from 'node:crypto';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import { wavOf } from '../../audio/wav-bytes.ts';
import { call, Refusal } from '../../server/api.ts';
import type { Person } from '../../server/people.ts';
import { beginUpload, offsetOf, sendPart, tus } from '../../server/tus.ts';
import type { Fleet } from './fleet.ts';

/** What a place must play at the end. */
export interface Sent {
  readonly placeId: PlaceId;
  /** SHA-256 of the audio; null for none. */
  readonly sha256: string | null;
}

/** Returns noise of `bytes` bytes, different for each call. */
export function noise(bytes: number, random: () => number): Uint8Array<ArrayBuffer> {
  const samples = new Int16Array(Math.max(1, Math.floor((bytes - 44) / 2)));
  for (let at = 0; at < samples.length; at++) samples[at] = (random() - 0.5) * 30_000;
  return wavOf(samples);
}

/** SHA-256 in hexadecimal. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Sends audio whole until a server has taken it. */
export async function sendWhole(fleet: Fleet, person: Person, placeId: PlaceId, audio: Blob, key: string) {
  const input = { file: audio, fields: { place_id: placeId, size: audio.size, length: 1 } };
  await fleet.persist((origin) => call(origin, 'uploadAudio', input, person.token, key));
}

/** Sends audio in parts, each request to another server, until it is finished. `onPart` is called after each part. */
export async function sendInParts(
  fleet: Fleet,
  person: Person,
  placeId: PlaceId,
  audio: Blob,
  key: string,
  partBytes: number,
  onPart: () => void = () => undefined,
): Promise<void> {
  const id = await fleet.persist((origin) => beginUpload(origin, person, placeId, audio.size, { key }));
  for (;;) {
    const offset = await fleet.persist((origin) => offsetOf(origin, person, id));
    if (offset === audio.size) break;
    await fleet.persist(async (origin) => {
      const part = audio.slice(offset, offset + partBytes);
      const answer = await sendPart(origin, person, id, offset, part);
      // 409 where more has arrived than the server before said: the next look tells.
      if (answer.status !== 204 && answer.status !== 409)
        throw new Error(`Expected 204, got ${answer.status}: ${await answer.text()}`);
    });
    onPart();
  }
  const body = { uploadId: id, place_id: placeId, size: audio.size, length: 1 };
  await fleet.persist((origin) => call(origin, 'finishUpload', { body }, person.token, key));
}

/** Gives an upload up by its key while it is sent, and returns what the place plays from then on. */
export async function giveUpMidway(
  fleet: Fleet,
  person: Person,
  placeId: PlaceId,
  audio: Blob,
  key: string,
  partBytes: number,
): Promise<Sent> {
  let begin = (): void => undefined;
  const isBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const sending = sendInParts(fleet, person, placeId, audio, key, partBytes, begin).then(begin, (error: unknown) => {
    begin();
    if (!isGivenUp(error)) throw error;
  });
  await isBegun;
  await fleet.persist(async (origin) => {
    const headers = { 'Idempotency-Key': key };
    const answer = await tus(origin, { method: 'DELETE', token: person.token, headers });
    if (answer.status !== 204) throw new Error(`Expected 204, got ${answer.status}: ${await answer.text()}`);
  });
  const { media_data } = await fleet.persist((origin) =>
    call(origin, 'readPlace', { params: { placeId } }, person.token),
  );
  await sending;
  return { placeId, sha256: media_data === null ? null : sha256Of(new Uint8Array(await audio.arrayBuffer())) };
}

function isGivenUp(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === 'not_found' || error.code === 'conflict';
  return error instanceof Error && /got 40[49]/.test(error.message);
}
