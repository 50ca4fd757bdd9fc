import { loadCore, serveJobs } from '../audio-worker.ts';
import { makeRendition } from './make-rendition.ts';
import type { RenditionJob } from './renditions.ts';

const core = await loadCore();

serveJobs(({ wavPath, folder }: RenditionJob) => makeRendition(core, wavPath, folder));
