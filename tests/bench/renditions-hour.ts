import { openAsBlob } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renditionMade } from '../support/renditions/made.ts';
import { makeParcours, makePlace, signUp, upload } from '../support/server/people.ts';
import { aimCell, printTable } from './measure.ts';
import { memoryMb, wavHeader } from './server-media.ts';
import { startOurs } from './server-processes.ts';
import { makeSpeech } from './speech.ts';

const HOUR_S = 3600;
const PIECE_S = 60;
/** What the server's process may grow by. */
const GROWTH_AIM_MB = 120;

/** How fast the built server makes the rendition of an hour of stereo, and what memory that takes. */
export async function measureHour(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-bench-hour-'));
  try {
    const person = await prepare(dataDir);
    const server = await startOurs(dataDir);
    try {
      const startMs = performance.now();
      const before = await memoryMb(server.pid);
      const { bytes } = (await renditionMade(server.origin, person, person.placeId)).rendition;
      const tookS = (performance.now() - startMs) / 1000;
      const after = await memoryMb(server.pid);
      printTable('The rendition of an hour of 16-bit stereo (635 MB), made by the built server', [
        ['seconds', 'times real time', 'MB of the rendition', 'resident before, MB', 'at the most, MB', 'growth, aim'],
        [
          tookS.toFixed(0),
          (HOUR_S / tookS).toFixed(0),
          (bytes / 1e6).toFixed(1),
          before.now.toFixed(0),
          after.most.toFixed(0),
          `${(after.most - before.now).toFixed(0)}, ${aimCell(after.most - before.now, GROWTH_AIM_MB)}`,
        ],
      ]);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

/** Leaves an hour of stereo without a rendition in a data folder. */
async function prepare(dataDir: string) {
  const server = await startOurs(dataDir, { RENDITIONS: '0' });
  try {
    const person = await signUp(server.origin, 'Bench');
    const placeId = await makePlace(server.origin, person, await makeParcours(server.origin, person));
    const wav = join(dataDir, 'hour.wav');
    await writeHour(wav);
    await upload(server.origin, person, placeId, await openAsBlob(wav), { length: HOUR_S });
    await rm(wav);
    return { token: person.token, placeId };
  } finally {
    await server.stop();
  }
}

async function writeHour(path: string): Promise<void> {
  const { samples } = makeSpeech(5, PIECE_S);
  const file = await open(path, 'w');
  try {
    await file.write(wavHeader(samples.byteLength * (HOUR_S / PIECE_S)));
    for (let piece = 0; piece < HOUR_S / PIECE_S; piece++) await file.write(new Uint8Array(samples.buffer));
  } finally {
    await file.close();
  }
}
