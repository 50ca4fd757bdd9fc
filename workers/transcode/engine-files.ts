import wasmUrl from '@ffmpeg/core/wasm?url';
import coreUrl from '@ffmpeg/core?url';
import type { LargeFile } from './counted-download.ts';

/** ffmpeg's script, about 30 kB as transferred. */
export const ENGINE_SCRIPT_URL = coreUrl;

/** ffmpeg's WASM. A test compares its size with the installed package. */
export const ENGINE: LargeFile = { url: wasmUrl, sizeBytes: 32_232_419 };
