import { loadCore } from '../load-core.ts';
import { serveJobs } from '../serve-jobs.ts';
import { makeRendition } from './make-rendition.ts';
import type { RenditionJob } from './renditions.ts';

const core = await loadCore();

serveJobs(({ wavPath, folder }: RenditionJob) => makeRendition(core, wavPath, folder));
