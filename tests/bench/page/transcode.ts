/// <reference types="vite/client" />
import coreWasmUrl from '@ffmpeg/core/wasm?url';
import coreUrl from '@ffmpeg/core?url';
import { FFmpeg } from '@ffmpeg/ffmpeg';
import { fetchFile } from '@ffmpeg/util';
import { readWavFormat } from '../../../audio-wasm/wav.ts';
import { createTranscoder } from '../../../workers/client/transcode-client.ts';
import { createFfmpegCore } from '../../../workers/transcode/ffmpeg-core.ts';
import fixtureUrl from '../../fixtures/audio/moov-at-end.m4a?url';

const PIECE_BYTES = 1 << 20;

/** What one transcoding gave. */
export interface TranscodeRun {
  readonly tookMs: number;
  readonly durationS: number;
  /** SHA-256 over the samples, piece by piece, in hexadecimal digits: two runs that made the same sound have the same. */
  readonly samplesHash: string;
}

/**
 * A real m4a of ten minutes: a fixture's own AAC packets over and over, copied by ffmpeg into one file.
 *
 * @returns its bytes in base64, for the other side of the bench to keep
 */
export async function makeTenMinutes(): Promise<string> {
  const { exec, FS } = await createFfmpegCore();
  const files = FS as typeof FS & {
    writeFile(path: string, bytes: Uint8Array): void;
    readFile(path: string): Uint8Array<ArrayBuffer>;
  };
  files.writeFile('/in.m4a', new Uint8Array(await (await fetch(fixtureUrl)).arrayBuffer()));
  const code = exec('-stream_loop', '-1', '-i', '/in.m4a', '-t', '600', '-c', 'copy', '-f', 'ipod', '/long.m4a');
  if (code !== 0) throw new Error(`ffmpeg ended with code ${code}`);
  const bytes = files.readFile('/long.m4a');
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** Ours: the client, its worker, a Blob in and a Blob out. The engine is loaded within the time, for both. */
export async function transcodeByUs(inputUrl: string): Promise<TranscodeRun> {
  const file = await fetchBlob(inputUrl);
  const transcoder = createTranscoder();
  const startMs = performance.now();
  const { wav } = await transcoder.transcode(file);
  const tookMs = performance.now() - startMs;
  transcoder.dispose();
  return describe(wav, tookMs);
}

/** The peer: @ffmpeg/ffmpeg as its own pages show it, with the same core from our own origin. */
export async function transcodeByPeer(inputUrl: string): Promise<TranscodeRun> {
  const file = await fetchBlob(inputUrl);
  const ffmpeg = new FFmpeg();
  const startMs = performance.now();
  await ffmpeg.load({
    coreURL: new URL(coreUrl, location.href).href,
    wasmURL: new URL(coreWasmUrl, location.href).href,
  });
  await ffmpeg.writeFile('input.m4a', await fetchFile(file));
  await ffmpeg.exec(['-i', 'input.m4a', '-ar', '44100', '-c:a', 'pcm_s16le', 'output.wav']);
  const output = await ffmpeg.readFile('output.wav');
  const wav = new Blob([output as Uint8Array<ArrayBuffer>], { type: 'audio/wav' });
  const tookMs = performance.now() - startMs;
  ffmpeg.terminate();
  return describe(wav, tookMs);
}

async function fetchBlob(url: string): Promise<Blob> {
  return (await fetch(url)).blob();
}

async function describe(wav: Blob, tookMs: number): Promise<TranscodeRun> {
  const { dataOffset, dataBytes, durationS } = await readWavFormat(wav);
  let hash = new Uint8Array();
  // Piece by piece, since the memory of the whole page is being measured.
  for (let at = dataOffset; at < dataOffset + dataBytes; at += PIECE_BYTES) {
    const piece = new Blob([hash, wav.slice(at, Math.min(at + PIECE_BYTES, dataOffset + dataBytes))]);
    hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await piece.arrayBuffer()));
  }
  return { tookMs, durationS, samplesHash: Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('') };
}
