import { expose, transfer } from 'comlink';
import type { AudioCore } from '../../audio-wasm/kernels.ts';
import { extractPeaks } from './extract-peaks.ts';
import { fetchAudioCore } from './load-audio-core.ts';
import type { PeaksApi } from './peaks.api.ts';

let core: AudioCore | undefined;

const api: PeaksApi = {
  async extract(wav, request) {
    core ??= await fetchAudioCore();
    const result = await extractPeaks(core, wav, request);
    return transfer(result, [result.dat]);
  },
};

expose(api);
