import { describe } from 'vitest';
import { missingForS3, S3_KINDS, type S3Kind } from './s3-servers.ts';

/** Describes something for each implementation of S3. One that is not installed is skipped, and the title says what is missing. */
export function describeOnS3(what: string, tests: (kind: S3Kind) => void): void {
  for (const kind of S3_KINDS) {
    const missing = missingForS3(kind);
    const title =
      missing.length === 0 ? `${what} (${kind})` : `${what} (${kind}: not installed, there is no ${missing[0]})`;
    describe.skipIf(missing.length > 0)(title, () => tests(kind));
  }
}
