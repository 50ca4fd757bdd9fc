import { WavFormatError } from '../../audio-wasm/wav.ts';

/** What the peaks worker throws on purpose, by name: the lane gives each error its class back. */
export const PEAKS_ERRORS = { WavFormatError, RangeError };
