import { parentPort, workerData } from 'node:worker_threads';
import { loadCore, takeWaveform } from './take-waveform.ts';

const core = await loadCore(String(workerData));

parentPort?.on('message', (wavPath: string) => {
  takeWaveform(core, wavPath).then(
    (dat) => parentPort?.postMessage({ dat }, [dat]),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
