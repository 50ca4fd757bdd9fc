import { WavFormatError } from '../../audio-wasm/wav.ts';

/** The errors that the peaks worker throws, by name, for its lane. */
export const PEAKS_ERRORS = { WavFormatError, RangeError };
