/**
 * Returns a function that takes bytes in chunks of any length and calls `takeFrame` with each whole frame of
 * `frameBytes`. A partial frame waits for the next chunk. The view is valid until the next frame.
 */
export function wholeFrames(frameBytes: number, takeFrame: (frame: DataView) => void): (bytes: Uint8Array) => void {
  const frame = new DataView(new ArrayBuffer(frameBytes));
  let filled = 0;
  return (bytes) => {
    for (const byte of bytes) {
      frame.setUint8(filled, byte);
      filled += 1;
      if (filled < frameBytes) continue;
      filled = 0;
      takeFrame(frame);
    }
  };
}
