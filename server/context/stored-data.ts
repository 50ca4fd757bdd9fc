import type { Logger } from 'pino';
import { openAgreement } from '../cluster/agreement.ts';
import { checkBucket, connectBucket } from '../cluster/media-bucket.ts';
import { claimForServer, forgetMoved, refuseMoved, usedParts } from '../cluster/move-records.ts';
import { chooseFileStores, openDatabase } from '../cluster/open-stores.ts';
import type { Config } from '../config.ts';
import { createPasswords } from '../domain/accounts/passwords.ts';
import { type Clock, stamp } from '../domain/clock.ts';
import { createDiskReserve } from '../domain/disk-reserve.ts';
import { deriveKey } from '../domain/keys.ts';
import { openLeases } from '../domain/leases.ts';
import { createMediaLinks } from '../domain/media/media-links.ts';
import { createPlayedMedia } from '../domain/media/played-media.ts';
import { repeatErasures } from '../domain/rights/erase-account.ts';
import { openMapTiles } from '../domain/tiles/map-tiles.ts';
import { moveOldNotes, moveOldParts } from '../domain/uploads/old-uploads.ts';
import { beginServerRun, claimDataDir, deleteSpareFile, refuseLostDatabase, storedSecret } from '../store/data-dir.ts';
import type { Counts } from '../store/database.ts';
import { carryErased, createErasedFile } from '../store/erasures.ts';
import { claimStore } from '../store/media-owner.ts';
import { openPartFiles, readOldNotes } from '../store/upload-parts.ts';
import type { AsyncScope } from './async-scope.ts';
import { reportErased } from './log-reports.ts';

/** What each group of parts starts from. */
export interface ContextBase {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
}

/** The shared counters for the servers' limits. */
export interface SharedCounts extends Pick<Counts, 'client' | 'table'> {
  /** Key for hashing the counters' keys, so that the table reveals no addresses or emails. */
  readonly hashKey: Uint8Array;
}

/** The stored data, with what only the other parts need of it. */
export type OpenedData = Awaited<ReturnType<typeof openStoredData>>;

/** Claims and opens everything stored, checks that it belongs together, and repeats erasures. The scope closes it. */
export async function openStoredData({ config, log, clock }: ContextBase, scope: AsyncScope) {
  const { dataDir } = config;
  scope.add(await claimDataDir(dataDir));
  const bucket = connectBucket(config.mediaStore, 'server');
  if (bucket !== null) scope.add(() => bucket.store.close());
  const used = usedParts(config.databaseUrl, config.mediaStore);
  if (!config.isAfterMove) await refuseMoved(dataDir, used);
  if (config.databaseUrl === null) await refuseLostDatabase(dataDir);
  if (await deleteSpareFile(dataDir)) {
    log.warn({ dataDir }, 'the disk of DATA_DIR is full: what is deleted makes room, nothing new is stored');
  }
  const stores = chooseFileStores(dataDir, bucket);
  const disk = createDiskReserve(dataDir, config.diskReserveBytes);
  const secret = config.secret ?? (await storedSecret(dataDir));
  const mapTiles =
    config.mapArchive === null ? null : await openMapTiles({ path: config.mapArchive, dataDir, secret, disk, clock });
  if (mapTiles !== null) scope.add(() => mapTiles.close());
  const database = await openDatabase({ dataDir, url: config.databaseUrl }, 'server');
  scope.add(() => database.close());
  const agreement = await openAgreement({
    database,
    secret,
    media: stores.name,
    map: mapTiles?.link ?? null,
    hashes: createPasswords(config.passwordCost),
    clock,
    onWarning: (words) => log.warn(words),
  });
  const use = await claimForServer(database, bucket === null, stamp(clock));
  scope.add(() => use.release());
  const leases = await openLeases(database, await beginServerRun(dataDir), clock);
  scope.add(() => leases.close());
  if (bucket !== null) await checkBucket(bucket);
  const files = await stores.openMedia();
  await claimStore({ database, files, clock }, config.adoptsStore);
  await agreement.note();
  await forgetMoved(dataDir, used);
  const links = createMediaLinks(secret, files, database.reader, clock);
  const played = createPlayedMedia(database, files, ({ sha256, extension }, error) => {
    log.error({ err: error, sha256, extension }, 'an unused file could not be deleted');
  });
  const { erased } = stores;
  await moveOldNotes(database, await readOldNotes(dataDir));
  const parts = await stores.openParts(files);
  if (bucket !== null) {
    // Data from before a bucket was configured.
    await carryErased(createErasedFile(dataDir), erased);
    await moveOldParts(database, await openPartFiles(dataDir, files), parts, files);
  }
  reportErased(await repeatErasures({ database, erased, played, clock }), log);
  const { counts } = database;
  return {
    database,
    /** Null for a single server. */
    sharedCounts: counts === null ? null : { ...counts, hashKey: deriveKey(secret, 'rate limit') },
    files,
    links,
    played,
    /** Null if the deployment has no map of its own. */
    mapTiles,
    /** Statistics of the bucket's answers; null without a bucket. */
    storeCounts: bucket?.store.counts ?? null,
    secret,
    disk,
    agreement,
    leases,
    erased,
    /** The received bytes of unfinished uploads. */
    parts,
  };
}
