import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PART_BYTES } from '../../app/platform/net/audio-upload.ts';
import { RESUMABLE_PATH } from '../../contracts/recording.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, makePlace, type Person, signUp } from '../support/server/people.ts';
import { beginUpload } from '../support/server/tus.ts';
import { aimCell, printTable } from './measure.ts';
import { memoryMb, RSS_AIM_MB, wavHeader } from './server-media.ts';
import { startOurs } from './server-processes.ts';

const MB = 1_000_000;
const FILE_BYTES = 100 * MB;
const UPLOADS = 20;
const PIECE_BYTES = 1 << 16;

/**
 * The memory that the built server takes while many large recordings arrive at once in parts, and are finished. The aim is
 * that of uploads that arrive whole.
 */
export async function measureParts(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-bench-parts-'));
  const ours = await startOurs(dataDir, { RENDITIONS: '0' });
  try {
    const owner = await signUp(ours.origin, 'Bench');
    const parcoursId = await makeParcours(ours.origin, owner);
    const places: PlaceId[] = [];
    for (let index = 0; index < UPLOADS; index++) places.push(await makePlace(ours.origin, owner, parcoursId));
    const before = await memoryMb(ours.pid);
    const startMs = performance.now();
    await Promise.all(places.map((place, index) => sendInParts(ours.origin, owner, place, index)));
    const tookS = (performance.now() - startMs) / 1000;
    const after = await memoryMb(ours.pid);
    printTable(`${UPLOADS} uploads of ${FILE_BYTES / MB} MB at once, in parts, to the built server`, [
      ['', 'resident, MB'],
      ['before', before.now.toFixed(0)],
      ['the most meanwhile', after.most.toFixed(0)],
      ['aim, at the most', aimCell(after.most, RSS_AIM_MB)],
    ]);
    console.log(`\nIn ${tookS.toFixed(1)} s.`);
  } finally {
    await ours.stop();
    await rm(dataDir, { recursive: true });
  }
}

/** Sends a recording that is made while it is sent; each `seed` makes another one. */
async function sendInParts(origin: string, person: Person, placeId: PlaceId, seed: number): Promise<void> {
  const id = await beginUpload(origin, person, placeId, FILE_BYTES);
  const header = wavHeader(FILE_BYTES - 44);
  for (let at = 0; at < FILE_BYTES; at += PART_BYTES) {
    await sendOne(`${origin}${RESUMABLE_PATH}/${id}`, person, at, at === 0 ? header : Buffer.alloc(0), seed);
  }
  const body = { uploadId: id, place_id: placeId, size: FILE_BYTES, length: 1 };
  await call(origin, 'finishUpload', { body }, person.token);
}

async function sendOne(url: string, { token }: Person, offset: number, head: Buffer, seed: number): Promise<void> {
  const bytes = Math.min(PART_BYTES, FILE_BYTES - offset);
  const sent = request(url, {
    method: 'PATCH',
    headers: {
      Authorization: token,
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': offset,
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': bytes,
    },
  });
  const answered = once(sent, 'response');
  sent.write(head);
  const piece = Buffer.alloc(PIECE_BYTES, seed + 1);
  for (let left = bytes - head.length; left > 0; left -= PIECE_BYTES) {
    if (!sent.write(piece.subarray(0, left))) await once(sent, 'drain');
  }
  sent.end();
  const [response] = await answered;
  response.resume();
  if (response.statusCode !== 204) throw new Error(`Expected 204 for a part, got ${response.statusCode}`);
}
