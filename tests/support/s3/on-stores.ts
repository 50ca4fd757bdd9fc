import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { chooseFileStores } from '../../../server/cluster/open-stores.ts';
import { createS3Store } from '../../../server/cluster/s3-store.ts';
import {
  type MediaFiles,
  type MediaName,
  mediaDirOf,
  pathOfMedia,
  unlessMissing,
} from '../../../server/store/files.ts';
import { ASIDE } from '../../../server/store/media-folder.ts';
import { describeOnS3 } from './describe-s3.ts';
import { type S3Server, s3Kind, startS3, TEST_PATIENCE } from './s3-servers.ts';

/** A store of files, empty for each test. */
export interface TestStore {
  /** What a server with this data folder keeps there. */
  open(dataDir: string): Promise<MediaFiles>;
  /** Whether a file that belongs to this data folder was set aside. */
  isAside(dataDir: string, name: MediaName): Promise<boolean>;
}

/** Describes something of a folder, and of the bucket of the kind that is tried; on Swift of that alone. */
export function describeOnStores(what: string, tests: (store: () => TestStore) => void): void {
  if (s3Kind() !== 'swift') {
    describe(`${what} (folder)`, () =>
      tests(() => ({
        open: (dataDir) => chooseFileStores(dataDir, null).openMedia(),
        isAside: async (dataDir, name) =>
          (await unlessMissing(readFile(join(mediaDirOf(dataDir), ASIDE, pathOfMedia(name))))) !== undefined,
      })));
  }
  describeOnS3(what, () => {
    let s3: S3Server;
    let tried = 0;
    const closes: (() => void)[] = [];
    beforeAll(async () => {
      s3 = await startS3();
    });
    afterAll(async () => {
      for (const close of closes) close();
      await s3?.stop();
    });
    tests(() => {
      const prefix = `test ${++tried}/`;
      const store = createS3Store({ ...s3.settings, prefix }, TEST_PATIENCE);
      closes.push(store.close);
      const bucket = { store, name: `s3://${s3.settings.bucket}/${prefix}`, redirects: false };
      return {
        open: (dataDir) => chooseFileStores(dataDir, bucket).openMedia(),
        isAside: async (_, name) => (await store.head(`aside/${pathOfMedia(name)}`)) !== undefined,
      };
    });
  });
}
