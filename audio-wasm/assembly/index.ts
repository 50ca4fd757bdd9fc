export { areaDegrees2, distanceM, setOrigin } from './geometry';
export { LOUDNESS_STATE_BYTES, loudnessFinish, loudnessPush, loudnessStart } from './loudness';
export { alloc, reset } from './memory';
export { PEAKS_STATE_BYTES, peaksFinish, peaksPush, peaksStart } from './peaks';
