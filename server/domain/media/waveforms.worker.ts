import { loadCore, serveJobs, takeWaveform } from './audio-worker.ts';

const core = await loadCore();

serveJobs((wavPath: string) => takeWaveform(core, wavPath));
