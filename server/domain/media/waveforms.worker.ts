import { loadCore } from './load-core.ts';
import { serveJobs } from './serve-jobs.ts';
import { takeWaveform } from './take-waveform.ts';

const core = await loadCore();

serveJobs((wavPath: string) => takeWaveform(core, wavPath));
