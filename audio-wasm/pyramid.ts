/**
 * The zooms of one waveform, each of twice the samples per pixel of the one before, from a single pass over the samples.
 *
 * That is exact, although the values were truncated before: a pixel of the coarser zoom covers exactly two of the finer
 * one (the last perhaps one), and both truncations, of the channels' mean and of 16 to 8 bits, never change the order
 * of two values, so the least of truncated values is the least value truncated.
 *
 * @param finest peaks as a kernel gives them; only read, and the first of the list
 * @param channels waveforms side by side in each pixel
 * @param zooms how many, 1 or more
 * @returns finest first; from where a zoom has one pixel, the ones after it repeat that pixel
 */
export function buildPyramid(
  finest: Int16Array<ArrayBuffer>,
  channels: number,
  zooms: number,
): Int16Array<ArrayBuffer>[] {
  const levels = [finest];
  for (let level = finest; levels.length < zooms; levels.push(level)) level = halve(level, channels);
  return levels;
}

function halve(peaks: Int16Array, channels: number): Int16Array<ArrayBuffer> {
  const pixelValues = 2 * channels;
  const pixels = Math.ceil(peaks.length / pixelValues / 2);
  const halved = new Int16Array(pixels * pixelValues);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const to = pixel * pixelValues;
    const first = 2 * to;
    // Of an odd count the last pixel stands alone.
    const second = first + pixelValues < peaks.length ? first + pixelValues : first;
    for (let value = 0; value < pixelValues; value += 2) {
      halved[to + value] = Math.min(peaks[first + value] ?? 0, peaks[second + value] ?? 0);
      halved[to + value + 1] = Math.max(peaks[first + value + 1] ?? 0, peaks[second + value + 1] ?? 0);
    }
  }
  return halved;
}
