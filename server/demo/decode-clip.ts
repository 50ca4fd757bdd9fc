import { wavHeader } from '../../audio-wasm/wav-header.ts';

/** Full scale of a 16-bit sample, as the decoder scales it down. */
const FULL_SCALE = 32_768;

/**
 * Decodes a mono clip to a 16-bit WAV, without the padding that the encoder added at both ends to fill its frames.
 * @throws Error if it is not an mp3, or part of it is damaged.
 */
export async function decodeClip(mp3: Uint8Array): Promise<Uint8Array> {
  // Imported here, because only the first start needs it.
  const { MPEGDecoder } = await import('mpg123-decoder');
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const { channelData, sampleRate, errors } = decoder.decode(mp3);
    const [error] = errors;
    if (error !== undefined) throw new Error(`Damaged after ${error.outputSamples} samples: ${error.message}`);
    // Mono is decoded to two equal channels.
    const samples = channelData[0] ?? new Float32Array();
    if (samples.length === 0) throw new Error(`Expected an mp3, found no audio in ${mp3.length} bytes`);
    return toWav(samples, sampleRate);
  } finally {
    decoder.free();
  }
}

function toWav(samples: Float32Array, sampleRateHz: number): Uint8Array {
  const dataBytes = samples.length * Int16Array.BYTES_PER_ELEMENT;
  const header = wavHeader({ sampleRateHz, channels: 1 }, dataBytes);
  const wav = new Uint8Array(header.length + dataBytes);
  wav.set(header);
  const pcm = new Int16Array(wav.buffer, header.length);
  for (let at = 0; at < samples.length; at++) {
    // Three times as fast as Math.round.
    const rounded = Math.floor((samples[at] ?? 0) * FULL_SCALE + 0.5);
    pcm[at] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, rounded));
  }
  return wav;
}
