import { describe } from 'vitest';
import { missingForS3, s3Kind } from './s3-servers.ts';

/**
 * Describes something of the store that these tests run on. It is skipped where that is not installed, and the title says what is
 * missing.
 */
export function describeOnS3(what: string, tests: () => void): void {
  const kind = s3Kind();
  const [missing] = missingForS3(kind);
  const title =
    missing === undefined ? `${what} (${kind})` : `${what} (${kind}: not installed, there is no ${missing})`;
  describe.skipIf(missing !== undefined)(title, tests);
}
