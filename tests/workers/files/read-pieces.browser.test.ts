import { expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { readPieces } from '../../../workers/files/read-pieces.ts';

const BYTES = 100_000_000;
/** More than there is time for while so much is read; a read that does not settle ends the test by its time. */
const COLLECTIONS_MAX = 100;

test('every read of a long recording settles, whatever is collected as garbage meanwhile', async () => {
  let read = 0;
  const reading = readPieces(new Blob([new Uint8Array(BYTES)]), ({ length }) => {
    read += length;
  });
  for (let collections = 0; read < BYTES && collections < COLLECTIONS_MAX; collections++) {
    await cdp().send('HeapProfiler.collectGarbage');
  }
  await reading;
  expect(read).toBe(BYTES);
});
