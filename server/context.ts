import type { Logger } from 'pino';
import { openAgreement } from './cluster/agreement.ts';
import { checkBucket, connectBucket } from './cluster/media-bucket.ts';
import { claimForServer, forgetMoved, refuseMoved, usedParts } from './cluster/move-records.ts';
import { chooseFileStores, openDatabase } from './cluster/open-stores.ts';
import type { Config } from './config.ts';
import { createAccountParts } from './context/accounts.ts';
import type { Context } from './context/context.ts';
import { createModerationParts } from './context/moderation.ts';
import { describeMailFailure, reportErased, reportMissing, reportSweep } from './context/reports.ts';
import { createAfterwards } from './domain/accounts/account-mails.ts';
import { createPasswords } from './domain/accounts/passwords.ts';
import { createAuditLog } from './domain/audit-log/read-audit-log.ts';
import { createCards } from './domain/cards/cards.ts';
import { type Clock, stamp } from './domain/clock.ts';
import { COSTLY_WORK } from './domain/costly-work.ts';
import { createDiskReserve } from './domain/disk-reserve.ts';
import { createFairQueue } from './domain/fair-queue.ts';
import { createAdoptions } from './domain/guests/adoptions.ts';
import { createUnusedGuests, createVisits } from './domain/guests/visits.ts';
import { deriveKey } from './domain/keys.ts';
import { type Leases, openLeases } from './domain/leases.ts';
import { createSendMail } from './domain/mail/mailer.ts';
import { createBundles } from './domain/maps/bundles.ts';
import { createFindInvited, createInvitations } from './domain/maps/invitations.ts';
import { createMembers } from './domain/maps/members.ts';
import { createParcoursBook } from './domain/maps/parcours.ts';
import { createRoleRequests } from './domain/maps/role-requests.ts';
import { startAudioJobs } from './domain/media/audio-jobs.ts';
import { createEncodeImage } from './domain/media/encode-image.ts';
import { createMediaLinks } from './domain/media/media-links.ts';
import { createPlayedMedia } from './domain/media/played-media.ts';
import { openQuota, type Quota } from './domain/media/quota.ts';
import {
  createRenditions,
  createStoredRenditions,
  NO_RENDITIONS,
  RENDITION_FAILURES_MAX,
} from './domain/media/renditions/renditions.ts';
import { createStoredWaveforms, createWaveforms, type StoredWaveforms } from './domain/media/waveforms.ts';
import { createDeletedThings } from './domain/moderation/deleted-items.ts';
import { createAdminView } from './domain/overview/admin-view.ts';
import { createOverview } from './domain/overview/overview.ts';
import { createPackFiles, createStoredSizes } from './domain/packs/pack-files.ts';
import { createPacks, NO_MAP_EXTRACTS } from './domain/packs/packs.ts';
import { createKeptLists, createPlaceLists } from './domain/places/lists/place-lists.ts';
import { createPlaces, createPlaceWrites } from './domain/places/places.ts';
import { createConsents } from './domain/rights/consents.ts';
import { completeErased, repeatErasures } from './domain/rights/erase-account.ts';
import { createErasures } from './domain/rights/erasures.ts';
import { createExports } from './domain/rights/exports.ts';
import { createRetention } from './domain/rights/retention.ts';
import { type MapTiles, openMapTiles } from './domain/tiles/map-tiles.ts';
import { createEvents } from './domain/upkeep/events.ts';
import { type Housekeeping, startHousekeeping } from './domain/upkeep/housekeeping.ts';
import { createReadiness } from './domain/upkeep/readiness.ts';
import { sweepStoredFiles } from './domain/upkeep/sweep.ts';
import { createTotals } from './domain/upkeep/totals.ts';
import { readUpkeepNotes } from './domain/upkeep/upkeep-notes.ts';
import { createImages } from './domain/uploads/images.ts';
import { carryNotes, carryParts } from './domain/uploads/old-uploads.ts';
import { createRecordingSessions } from './domain/uploads/recording-sessions.ts';
import { createRecordings } from './domain/uploads/recordings.ts';
import { openResumableUploads } from './domain/uploads/resumable-uploads.ts';
import { createUploadGate } from './domain/uploads/upload-checks.ts';
import { createGivenUp, createUploadRepeats } from './domain/uploads/upload-repeats.ts';
import {
  beginServerRun,
  claimDataDir,
  createSpareFile,
  deleteSpareFile,
  refuseLostDatabase,
  storedSecret,
} from './store/data-dir.ts';
import type { Database, UseClaim } from './store/database.ts';
import { carryErased, createErasedFile } from './store/erasures.ts';
import { checkStore, claimStore } from './store/media-owner.ts';
import { openPartFiles, readOldNotes } from './store/upload-parts.ts';

/**
 * Opens the data of a configuration and creates all parts. The caller closes the context; on failure nothing stays
 * open.
 *
 * @throws DataDirError, DatabaseAddressError, DatabaseInUseError, MapArchiveError, MediaStoreError, MismatchError,
 * MovedAwayError, StoreOwnerError
 */
export async function openContext(config: Config, log: Logger, clock: Clock): Promise<Context> {
  const release = await claimDataDir(config.dataDir);
  const bucket = connectBucket(config.mediaStore, 'server');
  let database: Database | undefined;
  let use: UseClaim | undefined;
  let storedWaveforms: StoredWaveforms | undefined;
  let leases: Leases | undefined;
  let stopAudioJobs = (): void => undefined;
  let mapTiles: MapTiles | null = null;
  let renditions = NO_RENDITIONS;
  let housekeeping: Housekeeping | undefined;
  let quota: Quota | undefined;
  const afterwards = createAfterwards((error) => log.error(describeMailFailure(error), 'a mail could not be sent'));
  const close = async (): Promise<void> => {
    await afterwards.close();
    stopAudioJobs();
    await storedWaveforms?.close();
    await renditions.close();
    await housekeeping?.stop();
    await quota?.close();
    leases?.close();
    await mapTiles?.close();
    await use?.release();
    await database?.close();
    bucket?.store.close();
    await release();
  };
  const mailCounts = { sent: 0, failed: 0 };
  const disk = createDiskReserve(config.dataDir, config.diskReserveBytes);
  const used = usedParts(config.databaseUrl, config.mediaStore);
  try {
    if (!config.isAfterMove) await refuseMoved(config.dataDir, used);
    if (config.databaseUrl === null) await refuseLostDatabase(config.dataDir);
    if (await deleteSpareFile(config.dataDir)) {
      log.warn(
        { dataDir: config.dataDir },
        'the disk of DATA_DIR is full: what is deleted makes room, nothing new is stored',
      );
    }
    const stores = chooseFileStores(config.dataDir, bucket);
    const secret = config.secret ?? (await storedSecret(config.dataDir));
    if (config.mapArchive !== null) {
      mapTiles = await openMapTiles({ path: config.mapArchive, dataDir: config.dataDir, secret, disk, clock });
    }
    const tiles = mapTiles;
    const opened = await openDatabase({ dataDir: config.dataDir, url: config.databaseUrl }, 'server');
    database = opened;
    const { counts } = opened;
    const agreement = await openAgreement({
      database,
      secret,
      media: stores.name,
      map: tiles?.link ?? null,
      hashes: createPasswords(config.passwordCost),
      clock,
      onWarning: (words) => log.warn(words),
    });
    use = await claimForServer(database, bucket === null, stamp(clock));
    leases = await openLeases(database, await beginServerRun(config.dataDir), clock);
    if (bucket !== null) await checkBucket(bucket);
    const files = await stores.openMedia();
    await claimStore({ database, files, clock }, config.adoptsStore);
    await agreement.note();
    await forgetMoved(config.dataDir, used);
    const { challenges, tokens, ...accountParts } = createAccountParts({
      config,
      database,
      secret,
      afterwards,
      mailCounts,
      clock,
    });
    const { passwords, sessions, addresses } = accountParts;
    const links = createMediaLinks(secret, files, database.reader, clock);
    const invitations = createInvitations(database, secret, clock);
    const played = createPlayedMedia(database, files, ({ sha256, extension }, error) => {
      log.error({ err: error, sha256, extension }, 'an unused file could not be deleted');
    });
    const { erased } = stores;
    await carryNotes(database, await readOldNotes(config.dataDir));
    const parts = await stores.openParts(files);
    if (bucket !== null) {
      // Data from before a bucket was configured.
      await carryErased(createErasedFile(config.dataDir), erased);
      await carryParts(database, await openPartFiles(config.dataDir, files), parts, files);
    }
    reportErased(await repeatErasures({ database, erased, played, clock }), log);
    const limits = {
      accountBytes: config.userQuotaBytes,
      freshBytes: config.freshQuotaBytes,
      totalBytes: config.totalQuotaBytes,
    };
    quota = await openQuota({
      database,
      limits,
      disk,
      hasPartsOnDisk: parts.isOnDisk,
      clock,
      onFailure: (error) => log.error({ err: error }, 'reserved bytes could not be extended'),
    });
    storedWaveforms = createStoredWaveforms({
      database,
      files,
      played,
      leases,
      waveforms: createWaveforms(),
      onFailure: (error, sha256) => log.warn({ err: error, sha256 }, 'no waveform'),
    });
    if (config.renditions) {
      renditions = createStoredRenditions({
        database,
        files,
        played,
        leases,
        renditions: createRenditions(),
        onFailure: (error, audio) => log.warn({ err: error, ...audio }, 'no rendition'),
      });
    }
    const takePictureTurn = createFairQueue(COSTLY_WORK.pictures);
    const images = createImages(files, played, quota, createEncodeImage(takePictureTurn), clock);
    const events = createEvents(database, disk, clock);
    const auditLog = createAuditLog(database, clock);
    const givenUp = createGivenUp(clock);
    const repeats = createUploadRepeats(database, links, givenUp, clock);
    const uploadGate = createUploadGate(database, repeats, quota);
    const waveforms = storedWaveforms;
    const bounds = { places: config.placesPerMapMax, shapeBytes: config.shapeBytesPerMapMax };
    const deleted = createDeletedThings(database, played, bounds, clock);
    const parcours = createParcoursBook(database, disk, clock);
    const takeListTurn = createFairQueue(COSTLY_WORK.lists);
    const kept = createKeptLists(database.reader, bounds, takeListTurn);
    const packs = createPacks({
      parcours,
      kept,
      takeTurn: takeListTurn,
      links,
      files: createPackFiles(createStoredSizes(database.reader, files, reportMissing(log))),
      extracts: tiles?.extracts ?? NO_MAP_EXTRACTS,
      onMapFailure: (error, parcoursId) => {
        log.error({ err: error, parcoursId }, 'no map for a pack');
      },
      clock,
    });
    const recordings = createRecordings({ database, played, quota, waveforms, renditions, repeats, givenUp, clock });
    const resumable = await openResumableUploads({
      database,
      parts,
      mediaFiles: files,
      gate: uploadGate,
      quota,
      disk,
      recordings,
      repeats,
      givenUp,
      clock,
      bytesMax: config.uploadMaxBytes,
    });
    const erasures = createErasures({
      database,
      erased,
      played,
      passwords,
      removeParts: resumable.removeParts,
      onFailure: (error) => log.error({ err: error }, 'an erasure is not complete'),
      clock,
    });
    const retention = createRetention({
      database,
      retire: erasures.retire,
      sendMail: config.mail === null ? null : createSendMail(config.mail, mailCounts),
      onFailure: (error, accountId) => {
        log.warn({ ...describeMailFailure(error), accountId }, 'no warning before the end of an account');
      },
      clock,
    });
    housekeeping = await startHousekeeping({
      shared: {
        'delete for good what was deleted': deleted.purgeOld,
        'delete unused images': images.deleteUnused,
        'delete old events': events.deleteOld,
        'delete expired sessions': sessions.deleteExpired,
        'delete unused accounts': retention.run,
        'delete expired mail links': addresses.deleteExpired,
        'delete expired challenges of passkeys': challenges.deleteExpired,
        'delete unused guests': createUnusedGuests(database, clock).deleteAll,
        'delete what killed servers had reserved': quota.deleteForgotten,
        'delete what old repeats were recognized by': repeats.deleteOld,
        'delete old entries of the trail': auditLog.deleteOld,
        'delete old leases': leases.deleteOld,
        'delete old counts of limits': async () => counts?.deleteBefore(clock()),
        'complete the list of erased accounts': () => completeErased({ database: opened, erased }),
      },
      slow: {
        'delete files without a row': async () =>
          reportSweep(await sweepStoredFiles({ database: opened, files, clock }), log),
      },
      own: {
        'delete expired uploads': resumable.deleteExpired,
        // Deleted rows leave the log at once, unless a reader prevented that.
        'empty the write-ahead log': database.emptyLog,
        'delete unused map extracts': async () => tiles?.deleteUnused(),
        'keep room for a start on a full disk': () => createSpareFile(config.dataDir),
      },
      database,
      leases,
      onFailure: (task, error) => log.error({ err: error, task }, 'housekeeping failed'),
      clock,
    });
    const renditionFailuresMax = config.renditions ? RENDITION_FAILURES_MAX : 0;
    stopAudioJobs = startAudioJobs(storedWaveforms, renditions);
    return {
      config,
      log,
      clock,
      database,
      sharedCounts: counts === null ? null : { ...counts, hashKey: deriveKey(secret, 'rate limit') },
      files,
      links,
      ...accountParts,
      parcours,
      members: createMembers(database, clock),
      roleRequests: createRoleRequests(database, clock, ({ what, ...ids }) => {
        log.info(ids, `role request ${what}`);
      }),
      bundles: createBundles(database, clock),
      events,
      auditLog,
      consents: createConsents(database, clock),
      exports: createExports(database, files, clock),
      erasures,
      adminView: createAdminView(
        database,
        createOverview({ database, dataDir: config.dataDir, renditionFailuresMax }),
        config,
        clock,
      ),
      places: createPlaces(database, links, takeListTurn),
      placeLists: createPlaceLists(kept, links),
      placeWrites: createPlaceWrites(database, links, played, { ...bounds, disk }, clock),
      packs,
      played,
      renditions,
      waveforms,
      images,
      mapTiles: tiles,
      uploadGate,
      recordings,
      resumable,
      recordingSessions: createRecordingSessions(database, clock),
      invitations,
      deleted,
      ...createModerationParts(database, links, takeListTurn, clock),
      visits: createVisits(database, invitations, sessions, clock),
      adoptions: createAdoptions(database, tokens, clock),
      cards: createCards(database, secret, createFindInvited(database, invitations), takePictureTurn, clock),
      storeCounts: bucket?.store.counts ?? null,
      mailCounts,
      upkeepNotes: () => readUpkeepNotes(opened.reader),
      totals: createTotals(database.reader, renditionFailuresMax),
      readiness: createReadiness({
        database: opened,
        files,
        checkOwner: () => checkStore({ database: opened, files }),
        checkSettings: agreement.check,
        dataDir: config.dataDir,
        clock,
        onFailure: (check, error) => log.error({ err: error, check }, 'not ready'),
      }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
