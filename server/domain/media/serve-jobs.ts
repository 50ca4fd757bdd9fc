import { parentPort } from 'node:worker_threads';
import type { JobOutcome } from './audio-thread.ts';

/** In a worker of `createAudioThread`: runs `work` for each job, and posts its outcome. */
export function serveJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  const post = (outcome: JobOutcome<Result>) => parentPort?.postMessage(outcome);
  parentPort?.on('message', (job: Job) => {
    work(job).then(
      (result) => post({ result }),
      (error: unknown) => post({ error: String(error) }),
    );
  });
}
