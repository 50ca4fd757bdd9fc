export { areaDegrees2, distanceM, setOrigin } from './geometry';
export { alloc, reset } from './memory';
export { PEAKS_STATE_BYTES, peaksFinish, peaksPush, peaksStart } from './peaks';
