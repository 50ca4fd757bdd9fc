import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCore } from '../../server/domain/media/audio-worker.ts';
import { makeRendition } from '../../server/domain/media/renditions/make-rendition.ts';
import { speechClip, stereoClip, wavOfClip } from '../support/renditions/clips.ts';
import { printTable } from './measure.ts';

const LENGTH_S = 60;
/** How many times less a listener is to download for speech on both channels alike. */
const SPEECH_AIM = 14;

/** The bytes of a recorded minute, as it is stored and as it is listened to. */
export async function measureSizes(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'drop-ici-bench-sizes-'));
  try {
    const rows: string[][] = [];
    for (const [clip, aim] of [
      [speechClip(LENGTH_S, 1), SPEECH_AIM],
      [stereoClip(LENGTH_S, 2), null],
    ] as const) {
      const wav = join(folder, 'master.wav');
      await writeFile(wav, new Uint8Array(await wavOfClip(clip).arrayBuffer()));
      const job = await mkdtemp(join(folder, 'job-'));
      const { bytes } = await makeRendition(await loadCore(), wav, job);
      const before = (await stat(wav)).size;
      const times = before / bytes;
      rows.push([
        clip.name,
        before.toFixed(0),
        bytes.toFixed(0),
        times.toFixed(1),
        aim === null ? '' : `${aim} (${times >= aim ? 'met' : 'MISSED'})`,
      ]);
    }
    printTable('Bytes that a listener downloads for a recorded minute', [
      ['recording', 'WAV', 'rendition', 'times less', 'aim, at least'],
      ...rows,
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
