/**
 * Makes the audio fixtures of tests/fixtures/audio from nothing: spoken French, encoded as phones and browsers do.
 *
 * Needs on the PATH: espeak-ng (with its French voice), sox, ffmpeg (with libmp3lame, libopus, libvorbis, libx264) and
 * ffprobe. The results are committed, so only a person who changes a fixture needs them. Run: `node
 * scripts/make/fixtures.mjs`. Every encoder is run in its bit-exact mode, so a second run on the same versions changes
 * no byte.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TARGET = fileURLToPath(new URL('../../tests/fixtures/audio/', import.meta.url));
const SIZE_LIMIT_BYTES = 150_000;
const ENVELOPE_STEP_MS = 50;
const ENVELOPE_RATE_HZ = 44_100;

/**
 * @typedef {object} Recipe
 * @property {string} file name in tests/fixtures/audio
 * @property {string} container what the first bytes say
 * @property {string} codec ffmpeg's name of the audio codec
 * @property {string} sentence what the voice says
 * @property {number} sampleRateHz
 * @property {1 | 2} channels in stereo the right channel says the same 250 ms later
 * @property {boolean} conforming 16-bit PCM WAV at 44.1 kHz: must pass through the transcoder untouched
 * @property {string[]} encode ffmpeg's output options
 * @property {string[]} [video] ffmpeg's options for an input with pictures
 */

/** @type {Recipe[]} */
const RECIPES = [
  {
    file: 'vbr-with-cover.mp3',
    container: 'mp3',
    codec: 'mp3',
    sentence: 'Ici commence la promenade, au bord de la Seine.',
    sampleRateHz: 44_100,
    channels: 2,
    conforming: false,
    encode: ['-c:a', 'libmp3lame', '-q:a', '5', '-id3v2_version', '3', '-metadata', 'title=La promenade'],
  },
  {
    file: 'moov-at-end.m4a',
    container: 'mp4',
    codec: 'aac',
    sentence: 'Sous le pont passe un bateau chargé de sable.',
    sampleRateHz: 44_100,
    channels: 2,
    conforming: false,
    encode: ['-c:a', 'aac', '-b:a', '96k', '-f', 'ipod'],
  },
  {
    file: 'mono-48k.m4a',
    container: 'mp4',
    codec: 'aac',
    sentence: 'Le marché aux fleurs ouvre à huit heures du matin.',
    sampleRateHz: 48_000,
    channels: 1,
    conforming: false,
    encode: ['-c:a', 'aac', '-b:a', '64k', '-f', 'ipod', '-movflags', '+faststart'],
  },
  {
    file: 'alac.caf',
    container: 'caf',
    codec: 'alac',
    sentence: 'La cloche sonne midi, et les pigeons s’envolent.',
    sampleRateHz: 44_100,
    channels: 1,
    conforming: false,
    encode: ['-c:a', 'alac', '-sample_fmt', 's16p', '-f', 'caf'],
  },
  {
    file: 'linear-pcm.caf',
    container: 'caf',
    codec: 'pcm_s16be',
    sentence: 'Regardez la grande rosace.',
    sampleRateHz: 32_000,
    channels: 1,
    conforming: false,
    encode: ['-c:a', 'pcm_s16be', '-f', 'caf'],
  },
  {
    file: 'ima4.caf',
    container: 'caf',
    codec: 'adpcm_ima_qt',
    sentence: 'Un chat dort sur le mur du vieux jardin.',
    sampleRateHz: 44_100,
    channels: 1,
    conforming: false,
    encode: ['-c:a', 'adpcm_ima_qt', '-f', 'caf'],
  },
  {
    file: 'mono.flac',
    container: 'flac',
    codec: 'flac',
    sentence: 'Les pavés brillent encore après la pluie.',
    sampleRateHz: 44_100,
    channels: 1,
    conforming: false,
    encode: ['-c:a', 'flac', '-sample_fmt', 's16', '-compression_level', '12'],
  },
  {
    file: 'opus.webm',
    container: 'webm',
    codec: 'opus',
    sentence: 'Écoutez le vent dans les peupliers de la place.',
    sampleRateHz: 48_000,
    channels: 2,
    conforming: false,
    encode: ['-c:a', 'libopus', '-b:a', '48k'],
  },
  {
    file: 'voice.opus',
    container: 'ogg',
    codec: 'opus',
    sentence: 'Je vous attends devant la boulangerie du coin.',
    sampleRateHz: 48_000,
    channels: 1,
    conforming: false,
    encode: ['-c:a', 'libopus', '-b:a', '24k', '-application', 'voip', '-f', 'opus'],
  },
  {
    file: 'vorbis.ogg',
    container: 'ogg',
    codec: 'vorbis',
    sentence: 'Derrière cette porte travaillait un horloger.',
    sampleRateHz: 44_100,
    channels: 2,
    conforming: false,
    encode: ['-c:a', 'libvorbis', '-q:a', '2', '-f', 'ogg'],
  },
  {
    file: 'film.mp4',
    container: 'mp4',
    codec: 'aac',
    sentence: 'Voici la fontaine, filmée un dimanche matin.',
    sampleRateHz: 44_100,
    channels: 1,
    conforming: false,
    // The picture is longer than the sound.
    video: ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=6'],
    encode: [
      ...['-map', '0:a', '-map', '1:v', '-c:a', 'aac', '-b:a', '64k', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'],
      ...['-flags:v', '+bitexact', '-movflags', '+faststart'],
    ],
  },
  {
    file: '48k-24bit-mono.wav',
    container: 'wav',
    codec: 'pcm_s24le',
    sentence: 'Tournez à gauche.',
    sampleRateHz: 48_000,
    channels: 1,
    conforming: false,
    encode: ['-c:a', 'pcm_s24le'],
  },
  {
    file: 'conforming-stereo.wav',
    container: 'wav',
    codec: 'pcm_s16le',
    sentence: 'Bravo.',
    sampleRateHz: 44_100,
    channels: 2,
    conforming: true,
    encode: ['-c:a', 'pcm_s16le'],
  },
  {
    file: 'conforming-mono.wav',
    container: 'wav',
    codec: 'pcm_s16le',
    sentence: 'Levez les yeux vers le toit.',
    sampleRateHz: 44_100,
    channels: 1,
    conforming: true,
    encode: ['-c:a', 'pcm_s16le'],
  },
];

const workFolder = mkdtempSync(join(tmpdir(), 'drop-ici-fixtures-'));

/** @param {string} name */
const inWork = (name) => join(workFolder, name);
/** @param {string} name */
const inTarget = (name) => join(TARGET, name);

/** @param {string[]} args */
function ffmpeg(args) {
  return execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { maxBuffer: 2 ** 28 });
}

/**
 * Speaks a recipe's sentence into a 32-bit WAV of its rate and channels, silence trimmed, peaks at -3 dB.
 *
 * @param {Recipe} recipe
 * @returns {string} path of the WAV
 */
function speak(recipe) {
  const spoken = inWork('spoken.wav');
  const source = inWork(`${recipe.file}.source.wav`);
  execFileSync('espeak-ng', ['-v', 'fr', '-s', '140', '-w', spoken, recipe.sentence]);
  const toChannels = recipe.channels === 2 ? ['remix', '1', '1', 'delay', '0', '0.25'] : [];
  const trim = ['silence', '1', '0.01', '0.5%', 'reverse', 'silence', '1', '0.01', '0.5%', 'reverse'];
  const level = ['norm', '-3', 'rate', '-v', String(recipe.sampleRateHz)];
  execFileSync('sox', ['-D', spoken, '-b', '32', source, ...trim, ...toChannels, ...level]);
  return source;
}

/**
 * Describes the loudness of each channel over time, from which tests recognize the sentence after decoding.
 *
 * @param {string} source path of the WAV before encoding
 * @param {number} channels
 * @returns {{ durationS: number, envelopes: number[][] }} per channel the RMS of each 50 ms, full scale = 1000
 */
function describe(source, channels) {
  const raw = ffmpeg(['-i', source, '-f', 'f32le', '-ar', String(ENVELOPE_RATE_HZ), '-']);
  const samples = new Float32Array(raw.buffer, raw.byteOffset, raw.byteLength / 4);
  const frames = samples.length / channels;
  const step = (ENVELOPE_RATE_HZ * ENVELOPE_STEP_MS) / 1000;
  const envelopes = Array.from({ length: channels }, (_, channel) =>
    Array.from({ length: Math.floor(frames / step) }, (_, index) => {
      let sum = 0;
      for (let frame = index * step; frame < (index + 1) * step; frame += 1) {
        sum += (samples[frame * channels + channel] ?? 0) ** 2;
      }
      return Math.round(Math.sqrt(sum / step) * 1000);
    }),
  );
  return { durationS: Number((frames / ENVELOPE_RATE_HZ).toFixed(4)), envelopes };
}

/** @param {Recipe} recipe */
function encode(recipe) {
  const source = speak(recipe);
  const withCover = recipe.file === 'vbr-with-cover.mp3';
  const cover = inWork('cover.png');
  if (withCover) ffmpeg(['-f', 'lavfi', '-i', 'testsrc=size=96x96:rate=1', '-frames:v', '1', cover]);
  ffmpeg([
    ...['-i', source],
    ...(recipe.video ?? []),
    ...(withCover ? ['-i', cover, '-map', '0:a', '-map', '1:v', '-c:v', 'copy', '-disposition:v', 'attached_pic'] : []),
    ...recipe.encode,
    ...['-fflags', '+bitexact', '-flags:a', '+bitexact'],
    inTarget(recipe.file),
  ]);
  const { encode: _encode, video: _video, ...facts } = recipe;
  return { ...facts, ...describe(source, recipe.channels), error: null };
}

/**
 * Makes a file with its index first whose end is missing, as after a broken download.
 *
 * @returns its description: the actual and the stated duration
 */
function makeCut() {
  const [statedS, readableS] = [20, 12];
  const whole = inWork('whole.m4a');
  const loop = ['-stream_loop', '-1', '-i', inTarget('conforming-mono.wav'), '-t', String(statedS)];
  const aac = ['-c:a', 'aac', '-b:a', '32k', '-f', 'ipod', '-movflags', '+faststart'];
  ffmpeg([...loop, ...aac, '-fflags', '+bitexact', '-flags:a', '+bitexact', whole]);
  const bytes = readFileSync(whole);
  const sound = bytes.indexOf('mdat') + 4;
  const end = sound + Math.round(((bytes.length - sound) * readableS) / statedS);
  writeFileSync(inTarget('cut-at-12-of-20.m4a'), bytes.subarray(0, end));
  return [{ file: 'cut-at-12-of-20.m4a', container: 'mp4', readableS, statedS }];
}

/** Makes the files that must be refused, each with the name of the error that says why. */
function makeRefused() {
  const whole = readFileSync(inTarget('moov-at-end.m4a'));
  writeFileSync(inTarget('truncated.m4a'), whole.subarray(0, Math.floor(whole.length / 2)));

  const text = 'Ceci est une liste de courses, pas un son.\nDu pain, du beurre, deux citrons.\n'.repeat(20);
  writeFileSync(inTarget('text.mp3'), text);

  const silentFilm = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=1', '-c:v', 'libx264', '-an'];
  ffmpeg([
    ...silentFilm,
    '-pix_fmt',
    'yuv420p',
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
    inTarget('no-audio.mp4'),
  ]);

  // To a decoder, a protected track from a shop differs by the name of its sample entry: 'drms' in place of 'mp4a'.
  const protectedTrack = Buffer.from(readFileSync(inTarget('mono-48k.m4a')));
  const sampleEntry = protectedTrack.indexOf('mp4a', protectedTrack.indexOf('stsd'));
  protectedTrack.write('drms', sampleEntry, 'latin1');
  writeFileSync(inTarget('protected.m4a'), protectedTrack);

  return [
    { file: 'truncated.m4a', container: 'mp4', error: 'DamagedFileError' },
    { file: 'text.mp3', container: null, error: 'NotAudioError' },
    { file: 'no-audio.mp4', container: 'mp4', error: 'NoAudioTrackError' },
    { file: 'protected.m4a', container: 'mp4', error: 'ProtectedFileError' },
  ];
}

try {
  const playable = RECIPES.map(encode);
  const cut = makeCut();
  const refused = makeRefused();
  for (const { file } of [...playable, ...cut, ...refused]) {
    const { size } = statSync(inTarget(file));
    if (size > SIZE_LIMIT_BYTES)
      throw new Error(`${file} has ${size} bytes; a fixture has at most ${SIZE_LIMIT_BYTES}`);
    console.log(`${file}: ${size} bytes`);
  }
  const list = { envelopeStepMs: ENVELOPE_STEP_MS, playable, cut, refused };
  const json = JSON.stringify(list, null, 2).replace(
    /\[\s+([\d,\s]+?)\s+\]/g,
    (_, numbers) => `[${numbers.replace(/\s+/g, ' ')}]`,
  );
  writeFileSync(inTarget('fixtures.json'), `${json}\n`);
} finally {
  rmSync(workFolder, { recursive: true, force: true });
}
