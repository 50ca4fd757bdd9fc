import { describe, expect, test } from 'vitest';
import { type BlobSink, createBlobSink } from '../../../workers/transcode/blob-sink.ts';

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
