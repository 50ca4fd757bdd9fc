import { serveJobs } from '../../../server/domain/media/audio-worker.ts';

// A worker of `createAudioThread` that fails, ends after its result, or returns the job.
serveJobs(async (job: string) => {
  if (job === 'fail') throw new Error('This job fails');
  if (job === 'end afterwards') setImmediate(() => process.exit(1));
  return job;
});
