import { expose, type Remote, releaseProxy } from 'comlink';
import type { SpeechApi } from './speech.api.ts';
import { findDownload, writePart } from './speech.ts';

const api: SpeechApi = {
  findDownload,
  async write(folder, language, samples, onBytes) {
    const remote = onBytes as Remote<typeof onBytes>;
    try {
      return await writePart(folder, language, samples, (bytes) => void remote(bytes));
    } finally {
      remote[releaseProxy]();
    }
  },
};

expose(api);
