import { expose, type Remote, releaseProxy } from 'comlink';
import type { TranscodeApi } from './transcode.api.ts';
import { transcode } from './transcode.ts';

const api: TranscodeApi = {
  async transcode(file, onProgress, outputId) {
    const remote = onProgress as Remote<typeof onProgress>;
    try {
      return await transcode(file, (progress) => void remote(progress), outputId);
    } finally {
      remote[releaseProxy]();
    }
  },
};

expose(api);
