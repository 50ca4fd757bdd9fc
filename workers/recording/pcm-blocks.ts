const FULL_SCALE = 32_767;

/** What a block builder answers for each quantum of samples. */
export interface BlockBuilder {
  /**
   * Takes one float array a channel, all of one length; a missing channel is silence. What goes beyond full scale is cut
   * to it. The arrays are only read.
   */
  add(channels: readonly Float32Array[]): void;
  /** Gives out what has gathered as a last, shorter block. */
  flush(): void;
  /** Takes a block's memory back, so that it is filled again rather than allocated. */
  recycle(buffer: ArrayBuffer): void;
  /** Frames taken in so far. */
  readonly frames: number;
  /** The loudest sample since this was asked last, 0 to 1. */
  takePeak(): number;
}

/**
 * Gathers float samples into blocks of interleaved 16-bit ones, for an audio thread: nothing is allocated while blocks
 * come back by `recycle`.
 *
 * @param channels how many samples a frame has.
 * @param framesPerBlock length of a full block.
 * @param emit owns the block it gets; it may be transferred.
 */
export function createBlockBuilder(
  channels: number,
  framesPerBlock: number,
  emit: (block: Int16Array<ArrayBuffer>) => void,
): BlockBuilder {
  const blockBytes = framesPerBlock * channels * Int16Array.BYTES_PER_ELEMENT;
  const pool: ArrayBuffer[] = [];
  let block = new Int16Array(framesPerBlock * channels);
  let filled = 0;
  let frames = 0;
  let peak = 0;

  function send(): void {
    emit(filled === block.length ? block : block.slice(0, filled));
    block = new Int16Array(pool.pop() ?? new ArrayBuffer(blockBytes));
    filled = 0;
  }

  return {
    add(inputs) {
      const count = inputs[0]?.length ?? 0;
      for (let frame = 0; frame < count; frame++) {
        for (let channel = 0; channel < channels; channel++) {
          const sample = inputs[channel]?.[frame] ?? 0;
          const size = Math.abs(sample);
          if (size > peak) peak = size;
          // Stored as an integer below; NaN becomes 0.
          block[filled] = Math.max(-FULL_SCALE - 1, Math.min(FULL_SCALE, Math.round(sample * FULL_SCALE)));
          filled += 1;
        }
        if (filled === block.length) send();
      }
      frames += count;
    },
    flush() {
      if (filled > 0) send();
    },
    recycle(buffer) {
      if (buffer.byteLength === blockBytes) pool.push(buffer);
    },
    get frames() {
      return frames;
    },
    takePeak() {
      const taken = peak;
      peak = 0;
      return taken;
    },
  };
}
