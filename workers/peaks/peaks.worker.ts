import { expose, transfer } from 'comlink';
import { getAudioCore } from '../load-kernels.ts';
import { drawPeaks, extractPeaks } from './extract-peaks.ts';
import type { PeaksApi } from './peaks.api.ts';

const api: PeaksApi = {
  async extract(wav, request) {
    const result = await extractPeaks(await getAudioCore(), wav, request);
    return transfer(result, [...result.dats]);
  },
  async draw(wav, pixels) {
    const drawn = await drawPeaks(await getAudioCore(), wav, pixels);
    const buffers = drawn.peaks.map(({ buffer }) => buffer);
    return transfer(drawn, buffers);
  },
};

expose(api);
