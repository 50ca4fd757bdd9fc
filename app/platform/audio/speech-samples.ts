import { SPEECH_RATE_HZ } from '../../../contracts/limits.ts';

/**
 * Decodes a sound into one channel at 16 kHz, some 4 MB a minute. The bytes are no longer usable afterwards.
 *
 * @throws EncodingError (a DOMException) if the browser can't read the sound
 */
export async function decodeSpeech(bytes: ArrayBuffer): Promise<Float32Array<ArrayBuffer>> {
  // It decodes at its own rate, and needs no permission to play.
  const decoded = await new OfflineAudioContext(1, 1, SPEECH_RATE_HZ).decodeAudioData(bytes);
  const mixed = decoded.getChannelData(0);
  for (let channel = 1; channel < decoded.numberOfChannels; channel++) {
    const other = decoded.getChannelData(channel);
    for (let index = 0; index < mixed.length; index++) mixed[index] = (mixed[index] ?? 0) + (other[index] ?? 0);
  }
  if (decoded.numberOfChannels > 1) {
    for (let index = 0; index < mixed.length; index++) mixed[index] = (mixed[index] ?? 0) / decoded.numberOfChannels;
  }
  return mixed;
}
