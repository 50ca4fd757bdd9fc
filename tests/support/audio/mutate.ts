/** Numbers at which sizes and counts tend to break. */
const EDGES = [0, 1, 2, 7, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

/**
 * A damaged copy of a file: one to six faults within its first bytes (a changed byte, a field of 16 or 32 bits set to
 * an edge, bytes cut out, doubled or put in) and, one time in four, an end that is missing.
 *
 * @param random gives numbers from 0 up to 1; the same numbers make the same copy
 * @param headBytes how far the faults reach
 */
export function mutate(file: Uint8Array, headBytes: number, random: () => number): Uint8Array<ArrayBuffer> {
  const below = (count: number): number => Math.floor(random() * count);
  let bytes = file.slice();
  const faults = 1 + below(6);
  for (let fault = 0; fault < faults; fault++) {
    const at = below(Math.min(headBytes, bytes.length));
    const length = 1 + below(24);
    const rest = bytes.subarray(Math.min(at + length, bytes.length));
    switch (below(6)) {
      case 0:
        bytes[at] = below(256);
        break;
      case 1:
        if (at + 4 <= bytes.length) new DataView(bytes.buffer).setUint32(at, EDGES[below(EDGES.length)] ?? 0, true);
        break;
      case 2:
        if (at + 2 <= bytes.length) new DataView(bytes.buffer).setUint16(at, EDGES[below(EDGES.length)] ?? 0, true);
        break;
      case 3:
        bytes = joined(bytes.subarray(0, at), rest);
        break;
      case 4:
        bytes = joined(bytes.subarray(0, at + length), bytes.subarray(at));
        break;
      default:
        bytes = joined(
          bytes.subarray(0, at),
          Uint8Array.from({ length }, () => below(256)),
          bytes.subarray(at),
        );
    }
  }
  return below(4) === 0 ? bytes.slice(0, below(bytes.length + 1)) : bytes;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
