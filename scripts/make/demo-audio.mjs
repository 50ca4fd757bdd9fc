/**
 * Makes the demo's spoken clips from the texts in `server/demo/demo-parcours.ts`. The server decodes them at its first start.
 *
 *     node scripts/make/demo-audio.mjs
 *
 * Needs espeak-ng (speaks), sox (softens the voice and puts it in a small room) and ffmpeg (levels and encodes) on the
 * PATH. Prints each clip's length for `durationS`, and ends with an error when a clip is not 10 to 25 s long. The clips
 * are committed: neither the server nor the tests need these tools.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';

const CLIPS = fileURLToPath(new URL('../../server/demo/clips/', import.meta.url));
const LOUDNESS = 'I=-18:TP=-1.5:LRA=9';

/** Roman numerals after a name, as French speakers say them: espeak would spell them out. */
const SPOKEN = [
  { written: /Henri IV/g, spoken: 'Henri quatre' },
  { written: /Louis XIII/g, spoken: 'Louis treize' },
  { written: /Charles V/g, spoken: 'Charles cinq' },
  { written: /Elizabeth II/g, spoken: 'Élisabeth deux' },
];

/** More low and fewer high frequencies, an even level, and a little reverb so that the voice doesn't sound isolated. */
const SOFTEN = [
  ...['highpass', '75', 'equalizer', '190', '1.0q', '+2.5', 'equalizer', '3100', '1.2q', '-4', 'lowpass', '8500'],
  ...['compand', '0.02,0.25', '6:-60,-45,-20,-12,-5,-6', '-5', '-90', '0.1'],
  ...['pad', '0.15', '0.6', 'reverb', '14', '60', '35', '100', '8', '-3'],
];

const { DEMO_PARCOURS } = await tsImport('../../server/demo/demo-parcours.ts', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'demo-audio-'));
try {
  let totalBytes = 0;
  for (const { clipFile, text } of DEMO_PARCOURS.places) {
    const clip = join(CLIPS, clipFile);
    speak(text, clip);
    const durationS = Number(
      execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', clip]),
    );
    totalBytes += statSync(clip).size;
    console.log(`${durationS.toFixed(1)} s  ${clipFile}`);
    if (durationS < 10 || durationS > 25) {
      throw new Error(`${clipFile} lasts ${durationS.toFixed(1)} s, expected 10 to 25 s: change its text`);
    }
  }
  console.log(`${(totalBytes / 1e6).toFixed(2)} MB in all`);
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * Speaks a text into an mp3 file.
 *
 * @param {string} text
 * @param {string} clip
 */
function speak(text, clip) {
  const raw = join(folder, 'raw.wav');
  const soft = join(folder, 'soft.wav');
  let words = text;
  for (const { written, spoken } of SPOKEN) words = words.replaceAll(written, spoken);
  execFileSync('espeak-ng', ['-v', 'fr', '-s', '148', '-p', '36', '-g', '1', '-w', raw, words]);
  execFileSync('sox', ['-G', raw, '-r', '44100', soft, ...SOFTEN]);
  encode(soft, clip);
}

/**
 * Levels a WAV to -18 LUFS in two passes (measure, then one constant gain), fades its ends and writes it as mono mp3.
 *
 * @param {string} wav
 * @param {string} mp3
 */
function encode(wav, mp3) {
  const report = execFileSync(
    'sh',
    ['-c', 'ffmpeg -hide_banner -nostats -i "$0" -af "loudnorm=$1:print_format=json" -f null - 2>&1', wav, LOUDNESS],
    { encoding: 'utf8' },
  );
  const measured = JSON.parse(report.slice(report.lastIndexOf('{'), report.lastIndexOf('}') + 1));
  const second = [
    `loudnorm=${LOUDNESS}:linear=true:measured_I=${measured.input_i}:measured_TP=${measured.input_tp}`,
    `measured_LRA=${measured.input_lra}:measured_thresh=${measured.input_thresh}:offset=${measured.target_offset}`,
  ].join(':');
  const filters = `${second},aresample=44100,afade=t=in:d=0.05,areverse,afade=t=in:d=0.4,areverse`;
  execFileSync('ffmpeg', [
    ...['-hide_banner', '-loglevel', 'error', '-y', '-i', wav, '-af', filters],
    ...['-ac', '1', '-ar', '44100', '-c:a', 'libmp3lame', '-b:a', '48k', '-map_metadata', '-1', '-bitexact', mp3],
  ]);
}
