import { expect, test } from 'vitest';
import { readPieces } from '../../../workers/peaks/read-pieces.ts';

const BLOB_BYTES = 64 * 1024 * 1024;
const RUNS = 60;

test('arrive to the last one, however often garbage is collected meanwhile', async () => {
  const blob = new Blob([new Uint8Array(BLOB_BYTES)]);
  let bytes = 0;
  for (let run = 0; run < RUNS; run++) {
    await readPieces(blob, (piece) => {
      bytes += piece.length;
      // Rubbish of about the size of what a stream makes by itself: it makes the collector come.
      new Uint8Array(256 * 1024).fill(run);
    });
  }
  expect(bytes).toBe(RUNS * BLOB_BYTES);
});
