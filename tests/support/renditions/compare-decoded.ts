/** What of a rendition differs from its master, once a browser has decoded both. */
export interface DecodedComparison {
  readonly masterS: number;
  /** Its length less the master's. */
  readonly lengthDifferenceMs: number;
  /** How much later it is than the master, where both are most alike; 0 where there is nothing to compare. */
  readonly lateMs: number;
  /** Of both, mixed to one channel, as they lie. */
  readonly correlation: number;
  /** Of the rendition, in dB below full scale, from four samples for each of its own; null for more than a minute. */
  readonly truePeakDb: number | null;
  readonly channels: number;
  /** Of the rendition, interleaved 16-bit PCM in base64; null for more than half a minute. */
  readonly pcm: string | null;
}

/**
 * In the page: fetches and decodes a master and its rendition, and compares them. No function in it has a name, for tsx
 * would call a helper of its own to keep it, which pages don't have.
 */
export async function compareDecoded([master, rendition]: readonly [string, string]): Promise<DecodedComparison> {
  const LATE_MAX_FRAMES = 2400;
  /** Frames over which both are laid on each other. */
  const WINDOW_FRAMES = 44_100 * 3;
  const context = new OfflineAudioContext(1, 1, 44_100);
  const [one, two] = await Promise.all(
    [master, rendition].map(async (url) => context.decodeAudioData(await (await fetch(url)).arrayBuffer())),
  );
  if (one === undefined || two === undefined) throw new Error('Expected two decoded files');
  const [a, b] = [one, two].map((buffer) => {
    const mixed = new Float32Array(buffer.length);
    for (let channel = 0; channel < buffer.numberOfChannels; channel++) {
      const samples = buffer.getChannelData(channel);
      for (let at = 0; at < mixed.length; at++) mixed[at] = (mixed[at] ?? 0) + (samples[at] ?? 0);
    }
    return mixed;
  });
  if (a === undefined || b === undefined) throw new Error('Expected two mixes');
  let truePeakDb: number | null = null;
  if (two.duration <= 61) {
    const finer = new OfflineAudioContext(1, 1, 4 * 44_100);
    const dense = await finer.decodeAudioData(await (await fetch(rendition)).arrayBuffer());
    let peak = 0;
    for (let channel = 0; channel < dense.numberOfChannels; channel++) {
      for (const sample of dense.getChannelData(channel)) peak = Math.max(peak, Math.abs(sample));
    }
    truePeakDb = 20 * Math.log10(peak);
  }
  // The correlation of the frames [from, to) of the master with those of the rendition, `late` frames later.
  const correlate = [
    (from: number, to: number, late: number): number => {
      let [ab, aa, bb] = [0, 0, 0];
      for (let at = from; at < to; at++) {
        const x = a[at] ?? 0;
        const y = b[at + late] ?? 0;
        ab += x * y;
        aa += x * x;
        bb += y * y;
      }
      return aa * bb === 0 ? 0 : ab / Math.sqrt(aa * bb);
    },
  ][0];
  if (correlate === undefined) throw new Error('Expected a function');
  const from = LATE_MAX_FRAMES;
  const to = Math.min(a.length, from + WINDOW_FRAMES);
  let best = { late: 0, value: 0 };
  const tries = [...Array.from({ length: 2 * (LATE_MAX_FRAMES / 8) + 1 }, (_, step) => step * 8 - LATE_MAX_FRAMES)];
  for (const late of tries) {
    const value = correlate(from, to, late);
    if (value > best.value) best = { late, value };
  }
  for (let late = best.late - 8; late <= best.late + 8; late++) {
    const value = correlate(from, to, late);
    if (value > best.value) best = { late, value };
  }
  let pcm: string | null = null;
  if (two.duration <= 31) {
    const samples = new Int16Array(two.length * two.numberOfChannels);
    for (let channel = 0; channel < two.numberOfChannels; channel++) {
      for (const [at, sample] of two.getChannelData(channel).entries()) {
        samples[at * two.numberOfChannels + channel] = Math.round(sample * 32_767);
      }
    }
    let bytes = '';
    for (const byte of new Uint8Array(samples.buffer)) bytes += String.fromCharCode(byte);
    pcm = btoa(bytes);
  }
  return {
    masterS: a.length / 44_100,
    lengthDifferenceMs: ((b.length - a.length) / 44_100) * 1000,
    lateMs: (best.late / 44_100) * 1000,
    correlation: correlate(0, Math.min(a.length, b.length), 0),
    truePeakDb,
    channels: two.numberOfChannels,
    pcm,
  };
}
