import { openAsBlob } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPieces } from '../../../workers/files/read-pieces.ts';

const MEBIBYTE = 1 << 20;

function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => (index * 7919) % 251);
}

async function joined(blob: Blob): Promise<{ readonly bytes: Uint8Array; readonly pieces: readonly number[] }> {
  const bytes = new Uint8Array(blob.size);
  const pieces: number[] = [];
  let at = 0;
  await readPieces(blob, (piece) => {
    bytes.set(piece, at);
    at += piece.length;
    pieces.push(piece.length);
  });
  return { bytes, pieces };
}

/** A Blob without BYOB readers, as in older browsers. */
class PlainStreamBlob extends Blob {
  cancelled = false;
  readonly #cancelError: Error | null;

  constructor(parts: BlobPart[], cancelError: Error | null = null) {
    super(parts);
    this.#cancelError = cancelError;
  }

  override stream(): ReturnType<Blob['stream']> {
    const reading = super.stream().getReader();
    return new ReadableStream({
      pull: async (controller) => {
        const { done, value } = await reading.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => {
        this.cancelled = true;
        if (this.#cancelError !== null) throw this.#cancelError;
      },
    });
  }
}

/** A Blob whose file was moved, so that reading it fails. */
class FailingBlob extends Blob {
  readonly #reason: string;

  constructor(parts: BlobPart[], reason: string) {
    super(parts);
    this.#reason = reason;
  }

  override stream(): ReturnType<Blob['stream']> {
    return new ReadableStream({
      type: 'bytes',
      pull: () => {
        throw new Error(this.#reason);
      },
    });
  }
}

describe('the pieces of a Blob', () => {
  test.each([0, 1, 65_537, 3 * MEBIBYTE + 11])(
    'of %i bytes are complete and in order, each at most 1 MiB',
    async (size) => {
      const bytes = bytesOf(size);
      const read = await joined(new Blob([bytes.slice(0, 5), bytes.slice(5)]));
      expect(Buffer.compare(read.bytes, bytes)).toBe(0);
      expect(Math.max(0, ...read.pieces)).toBeLessThanOrEqual(MEBIBYTE);
    },
  );

  test('of a part of a file contain that part', async () => {
    const file = await openAsBlob(new URL('../../fixtures/audio/conforming-stereo.wav', import.meta.url));
    const part = file.slice(44, 200_000);
    const read = await joined(part);
    expect(Buffer.compare(read.bytes, new Uint8Array(await part.arrayBuffer()))).toBe(0);
  });

  test('are also read without BYOB readers', async () => {
    const bytes = bytesOf(300_000);
    const read = await joined(new PlainStreamBlob([bytes]));
    expect(Buffer.compare(read.bytes, bytes)).toBe(0);
  });

  test('reject with the error of a failed read, even if cancelling fails too', async () => {
    const failing = new FailingBlob([bytesOf(10)], 'the file was moved');
    await expect(readPieces(failing, () => {})).rejects.toThrow('the file was moved');
    const stubborn = new PlainStreamBlob([bytesOf(10)], new Error('not given up'));
    const reading = readPieces(stubborn, () => {
      throw new Error('no room');
    });
    await expect(reading).rejects.toThrow('no room');
  });

  test('stop when `take` throws, and the stream is cancelled', async () => {
    const blob = new PlainStreamBlob([bytesOf(300_000)]);
    let taken = 0;
    const reading = readPieces(blob, () => {
      taken += 1;
      throw new Error('no room');
    });
    await expect(reading).rejects.toThrow('no room');
    expect(taken).toBe(1);
    expect(blob.cancelled).toBe(true);
  });
});
