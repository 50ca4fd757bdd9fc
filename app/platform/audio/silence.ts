/** A WAV of 80 samples at 8 kHz, 8 bits, each 128, in base64. */
const WAV = `UklGRnQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YVAAAACA${'gICA'.repeat(26)}gA==`;

/**
 * Returns 10 ms of silence. A Blob, because it must play within a tap and without a network, and the content policy
 * forbids `data:` addresses.
 */
export function silentClip(): Blob {
  return new Blob([Uint8Array.from(atob(WAV), (character) => character.charCodeAt(0))], { type: 'audio/wav' });
}
