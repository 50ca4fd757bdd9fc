const FULL_SCALE = 32_767;

/** Gathers samples into blocks. */
export interface BlockBuilder {
  /** Adds one array per channel, all of one length; a missing channel is silence. Clips samples beyond full scale. */
  add(channels: readonly Float32Array[]): void;
  /** Emits the gathered samples as a last, shorter block. */
  flush(): void;
  /** Returns a block's memory for reuse. */
  recycle(buffer: ArrayBuffer): void;
  readonly frames: number;
  /** Returns the largest absolute sample since the last call, before clipping: above 1 if samples were clipped. */
  takePeak(): number;
}

/**
 * Creates a builder of blocks of interleaved samples, for an audio thread: nothing is allocated while blocks are
 * recycled.
 *
 * @param emit called with each block, which it owns and may transfer.
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
          // Storing it in an Int16Array turns NaN into 0.
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
