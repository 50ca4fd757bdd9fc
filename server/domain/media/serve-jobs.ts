import { parentPort } from 'node:worker_threads';
import type { JobOutcome } from './audio-thread.ts';

/** Runs `work` for each job and posts its outcome, in a worker of `createAudioThread`. */
export function serveJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  const post = (outcome: JobOutcome<Result>) => parentPort?.postMessage(outcome);
  parentPort?.on('message', (job: Job) => {
    work(job).then(
      (result) => post({ result }),
      (error: unknown) => post({ error: String(error) }),
    );
  });
}
