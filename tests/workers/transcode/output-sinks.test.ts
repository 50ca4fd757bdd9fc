import { describe, expect, it, test } from 'vitest';
import {
  type BlobSink,
  createBlobSink,
  createFileSink,
  type WritableFile,
} from '../../../workers/transcode/output-sinks.ts';

const SEEK_SET = 0;
const SEEK_CURRENT = 1;
const SEEK_END = 2;

/** A sink written like ffmpeg does: from the engine's heap, at the stream's position. */
function fileOn(sink: BlobSink) {
  const stream = { position: 0 };
  const heap = new Int8Array(64);
  return {
    write(...bytes: number[]) {
      heap.set(bytes, 10);
      stream.position += sink.write(stream, heap, 10, bytes.length, stream.position);
      heap.fill(-1);
    },
    seek(offset: number, whence: number) {
      stream.position = sink.llseek(stream, offset, whence);
      return stream.position;
    },
  };
}

async function bytesOf(sink: BlobSink): Promise<number[]> {
  return [...new Uint8Array(await sink.toBlob('audio/wav').arrayBuffer())];
}

describe('a sink', () => {
  test.each([1, 3, 4, 5, 9, 10, 11])(
    'keeps written bytes in order, for any piece length: %i bytes',
    async (pieceBytes) => {
      const sink = createBlobSink(undefined, pieceBytes);
      const file = fileOn(sink);
      file.write(1, 2, 3);
      file.write(4);
      file.write(5, 6, 7, 8, 9, 10);
      expect(await bytesOf(sink)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    },
  );

  test('allows its beginning to be overwritten at the end', async () => {
    const sink = createBlobSink(undefined, 4);
    const file = fileOn(sink);
    file.write(1, 2, 3, 4, 5, 6, 7, 8, 9);
    expect(file.seek(1, SEEK_SET)).toBe(1);
    file.write(20, 30);
    expect(file.seek(0, SEEK_END)).toBe(9);
    file.write(10);
    expect(file.seek(-1, SEEK_CURRENT)).toBe(9);
    expect(await bytesOf(sink)).toEqual([1, 20, 30, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('is empty before the first write, and has the given type', () => {
    const blob = createBlobSink().toBlob('audio/wav');
    expect(blob.size).toBe(0);
    expect(blob.type).toBe('audio/wav');
  });

  test('rejects writes to finished pieces, and gaps', () => {
    const file = fileOn(createBlobSink(undefined, 4));
    file.write(1, 2, 3, 4, 5, 6, 7, 8, 9);
    file.seek(3, SEEK_SET);
    expect(() => file.write(0, 0)).toThrow('Got 2 bytes for position 3; expected the end (9) or the first 4 bytes');
    file.seek(12, SEEK_SET);
    expect(() => file.write(0)).toThrow('position 12');
  });
});

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
