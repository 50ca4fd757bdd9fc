import { describe, expect, it } from 'vitest';
import { createFileSink, type WritableFile } from '../../../workers/transcode/file-sink.ts';

/** A file on a device with space for this many bytes. */
function fileOf(roomBytes = Number.POSITIVE_INFINITY) {
  let bytes = new Uint8Array(0);
  const calls: string[] = [];
  const file: WritableFile = {
    write(source: AllowSharedBufferSource, { at = 0 }: { readonly at?: number } = {}) {
      const given = new Uint8Array(source as ArrayBuffer | Uint8Array<ArrayBuffer>);
      const taken = given.subarray(0, Math.max(0, roomBytes - at));
      if (at + taken.length > bytes.length) {
        const longer = new Uint8Array(at + taken.length);
        longer.set(bytes);
        bytes = longer;
      }
      bytes.set(taken, at);
      calls.push(`write ${taken.length}`);
      return taken.length;
    },
    close: () => void calls.push('close'),
  };
  return { file, calls, content: () => [...bytes] };
}

const stream = { position: 0 };
const heap = (...bytes: readonly number[]): Int8Array => Int8Array.from([99, ...bytes]);

describe('an output file', () => {
  it('contains all written bytes, and the header that was written last', () => {
    const { file, calls, content } = fileOf();
    const sink = createFileSink(file, 4);
    for (let at = 0; at < 10; at += 2) expect(sink.write(stream, heap(at, at + 1), 1, 2, at)).toBe(2);
    expect(sink.llseek({ position: 10 }, 0, 2)).toBe(10);
    expect(sink.llseek({ position: 10 }, -2, 1)).toBe(8);
    expect(sink.llseek({ position: 10 }, 0, 0)).toBe(0);
    sink.write(stream, heap(50, 51), 1, 2, 0);
    sink.write(stream, heap(10), 1, 1, 10);
    sink.finish();
    expect(content()).toEqual([50, 51, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(calls).toEqual(['write 4', 'write 4', 'write 2', 'write 2', 'write 1', 'close']);
  });

  it('accepts more than a piece at once', () => {
    const { file, content } = fileOf();
    const sink = createFileSink(file, 4);
    sink.write(stream, heap(1, 2), 1, 2, 0);
    sink.write(stream, heap(3, 4, 5, 6, 7, 8), 1, 6, 2);
    sink.write(stream, heap(9), 1, 1, 8);
    sink.finish();
    expect(content()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('throws if the device is full, and is closed anyway', () => {
    const { file, calls } = fileOf(6);
    const sink = createFileSink(file, 4);
    sink.write(stream, heap(1, 2, 3, 4), 1, 4, 0);
    sink.write(stream, heap(5, 6, 7, 8), 1, 4, 4);
    expect(() => sink.finish()).toThrow(expect.objectContaining({ name: 'QuotaExceededError' }));
    expect(calls.at(-1)).toBe('close');
  });

  it('throws even if the browser returns a nonsensical number of written bytes', () => {
    const { file } = fileOf();
    const sink = createFileSink({ ...file, write: () => 2 ** 32 - 8 }, 4);
    sink.write(stream, heap(1, 2, 3, 4), 1, 4, 0);
    expect(() => sink.finish()).toThrow(expect.objectContaining({ name: 'QuotaExceededError' }));
  });
});
