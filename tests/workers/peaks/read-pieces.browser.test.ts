import { expect, test } from 'vitest';
import { createPeaksClient } from '../../../workers/client/peaks-client.ts';
import { wavOf } from '../../support/wav-bytes.ts';

const RUNS = 120;

test('every read of a long recording in the worker settles despite frequent garbage collection', async () => {
  const wav = new Blob([wavOf(new Int16Array(20_000_000))]);
  const client = createPeaksClient();
  for (let run = 0; run < RUNS; run++) {
    const { peaks } = await client.draw(wav, 600);
    expect(peaks[0]?.length).toBe(600);
  }
  client.dispose();
});
