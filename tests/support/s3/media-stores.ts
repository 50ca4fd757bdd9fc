import { describe } from 'vitest';
import { describeOnS3 } from './describe-s3.ts';
import { startS3 } from './s3-servers.ts';

/** Where a server keeps its media. */
export interface MediaPlace {
  /** Settings of the server for it; none for the folder. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends what was started for it. */
  stop(): Promise<void>;
}

/** Describes something for the folder, and for a bucket of each implementation of S3. */
export function describeOnMediaStores(what: string, tests: (open: () => Promise<MediaPlace>) => void): void {
  describe(`${what} (folder)`, () => tests(async () => ({ env: {}, stop: async () => undefined })));
  describeOnS3(what, (kind) =>
    tests(async () => {
      const { environment, stop } = await startS3(kind);
      return { env: environment('media-of-tests'), stop };
    }),
  );
}
