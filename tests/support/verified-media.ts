import { openToRead } from '../../server/cluster/open-stores.ts';
import { verifyMedia } from '../../server/domain/upkeep/check-media.ts';
import { readMediaFolder } from '../../server/store/media-folder.ts';
import { testLocation } from './test-database.ts';

/** What of a data folder's media is missing, orphaned or changed, as the tool tells it; no server need run on it. */
export async function verifiedMedia(dataDir: string) {
  const database = await openToRead(await testLocation(dataDir));
  if (database === null) throw new Error(`Expected a database in ${dataDir}`);
  try {
    return await verifyMedia(database.reader, readMediaFolder(dataDir));
  } finally {
    await database.close();
  }
}
