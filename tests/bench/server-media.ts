import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../../app/rehearsal/seeded-random.ts';
import { UploadedAudio } from '../../contracts/recording.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { makeParcours, makePlace, type Person, signUp } from '../support/server/people.ts';
import { putLoad } from './load.ts';
import { aimCell, percentile, printTable } from './measure.ts';
import { type ServerProcess, startOurs, startStatic } from './server-processes.ts';

const MB = 1_000_000;
const FILE_BYTES = 100 * MB;
const UPLOADS = 20;
/** The most that a server under all of these uploads is to take: its heap, its buffers and everything else. */
export const RSS_AIM_MB = 200;
const PIECE_BYTES = 1 << 16;
const RANGE_BYTES = 256 * 1024;
const RANGES = 500;
const ROUNDS = 5;
const CONNECTIONS = 8;

/**
 * The memory that the built server takes while many large recordings arrive at once, then reads of parts of one of them,
 * against a bare static file server that has the same file.
 */
export async function measureMedia(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-bench-media-'));
  const staticDir = await mkdtemp(join(tmpdir(), 'drop-ici-bench-static-'));
  const ours = await startOurs(dataDir, { RENDITIONS: '0' });
  try {
    const owner = await signUp(ours.origin, 'Bench');
    const link = await measureUploads(ours, owner);
    const { pathname } = new URL(link, ours.origin);
    const file = pathname.slice(pathname.lastIndexOf('/') + 1);
    await symlink(join(dataDir, 'media', file.slice(0, 2), file), join(staticDir, file));
    const bare = await startStatic(staticDir);
    try {
      await measureRanges(`${ours.origin}${link}`, `${bare.origin}/${file}`);
    } finally {
      await bare.stop();
    }
  } finally {
    await ours.stop();
    await rm(dataDir, { recursive: true });
    await rm(staticDir, { recursive: true });
  }
}

async function measureUploads(ours: ServerProcess, owner: Person): Promise<string> {
  const parcoursId = await makeParcours(ours.origin, owner);
  const places: PlaceId[] = [];
  for (let index = 0; index < UPLOADS; index++) places.push(await makePlace(ours.origin, owner, parcoursId));
  const before = await memoryMb(ours.pid);
  const startMs = performance.now();
  const answers = await Promise.all(places.map((place, index) => send(ours.origin, owner, place, index)));
  const tookS = (performance.now() - startMs) / 1000;
  const after = await memoryMb(ours.pid);
  printTable(`${UPLOADS} uploads of ${FILE_BYTES / MB} MB at once to the built server`, [
    ['', 'resident, MB'],
    ['before', before.now.toFixed(0)],
    ['the most meanwhile', after.most.toFixed(0)],
    ['aim, at the most', aimCell(after.most, RSS_AIM_MB)],
  ]);
  const withPeaks = answers.filter(({ media_data }) => media_data.peaks !== null).length;
  console.log(`\nIn ${tookS.toFixed(1)} s; ${withPeaks} of ${UPLOADS} answers had their waveform already.`);
  const [first] = answers;
  if (first === undefined) throw new Error('Expected an answer');
  return first.media_data.link;
}

async function measureRanges(oursUrl: string, bareUrl: string): Promise<void> {
  const random = createRandom(7);
  const starts = Array.from({ length: RANGES }, () => Math.floor(random() * (FILE_BYTES - RANGE_BYTES)));
  const sides = [
    { name: 'bare static server', url: bareUrl, timesMs: [] as number[], tookMs: 0 },
    { name: 'this server', url: oursUrl, timesMs: [] as number[], tookMs: 0 },
  ];
  // By turns, so that whatever else the machine does falls on both; the first round is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const side of sides) {
      const load = await putLoad({ count: RANGES, connections: CONNECTIONS }, (index) => {
        const start = starts[index % RANGES] ?? 0;
        return { url: side.url, method: 'GET', headers: { Range: `bytes=${start}-${start + RANGE_BYTES - 1}` } };
      });
      if (round === 0) continue;
      side.timesMs.push(...load.timesMs);
      side.tookMs += load.tookMs;
    }
  }
  const rates = sides.map(({ timesMs, tookMs }) => (timesMs.length / tookMs) * 1000);
  printTable(
    `Reads of ${RANGE_BYTES / 1024} KiB anywhere in 100 MB, over ${CONNECTIONS} connections, ${ROUNDS} rounds`,
    [
      ['', 'requests/s', 'median ms', 'p99 ms', 'MB/s'],
      ...sides.map(({ name, timesMs }, index) => {
        const rate = rates[index] ?? 0;
        const [median, late] = [percentile(timesMs, 0.5), percentile(timesMs, 0.99)];
        return [name, rate.toFixed(0), median.toFixed(1), late.toFixed(1), ((rate * RANGE_BYTES) / MB).toFixed(0)];
      }),
    ],
  );
  const [bare = 1, own = 0] = rates;
  console.log(`\nRatio: ${(own / bare).toFixed(2)} of the bare server's requests a second.`);
}

/** Resident memory of a process, in MB: now, and the most since it started. */
export async function memoryMb(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1000;
  return { now: read('VmRSS'), most: read('VmHWM') };
}

/** Sends a recording that is made while it is sent; each `seed` makes another one. */
async function send(origin: string, person: Person, placeId: PlaceId, seed: number): Promise<UploadedAudio> {
  const boundary = 'a-boundary-of-the-benchmark';
  const field = (name: string, value: string | number): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = Buffer.concat([
    Buffer.from(field('place_id', placeId) + field('size', FILE_BYTES) + field('length', 1)),
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n`),
    wavHeader(FILE_BYTES - 44),
  ]);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const sent = request(`${origin}/v1/drop/upload`, {
    method: 'POST',
    headers: {
      Authorization: person.token,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': head.length + FILE_BYTES - 44 + tail.length,
    },
  });
  const answered = once(sent, 'response');
  sent.write(head);
  const piece = Buffer.alloc(PIECE_BYTES, seed + 1);
  for (let left = FILE_BYTES - 44; left > 0; left -= PIECE_BYTES) {
    if (!sent.write(piece.subarray(0, left))) await once(sent, 'drain');
  }
  sent.end(tail);
  const [response] = await answered;
  let text = '';
  for await (const chunk of response) text += chunk;
  if (response.statusCode !== 200) throw new Error(`Expected 200 for an upload, got ${response.statusCode}: ${text}`);
  return UploadedAudio.parse(JSON.parse(text));
}

/** The header of a 16-bit stereo WAV with so many bytes of samples. */
export function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(44_100, 24);
  header.writeUInt32LE(176_400, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
