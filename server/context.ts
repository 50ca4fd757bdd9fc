import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type AccountMails, createAccountMails } from './domain/accounts/account-mails.ts';
import { type Accounts, createAccounts } from './domain/accounts/accounts.ts';
import { type Addresses, createAddresses } from './domain/accounts/addresses.ts';
import { createGoogle } from './domain/accounts/google.ts';
import { createNewPasswordCheck } from './domain/accounts/new-password.ts';
import { createChallenges } from './domain/accounts/passkeys/challenges.ts';
import { createNewPasskeys, type NewPasskeys } from './domain/accounts/passkeys/new-passkeys.ts';
import { createOwnPasskeys, type OwnPasskeys } from './domain/accounts/passkeys/own-passkeys.ts';
import { createOwnerCheck } from './domain/accounts/passkeys/owner-check.ts';
import { createPasskeyLogins, type PasskeyLogins } from './domain/accounts/passkeys/passkey-logins.ts';
import { createPasswordChanges, type PasswordChanges } from './domain/accounts/password-changes.ts';
import { createPasswords, type Passwords } from './domain/accounts/passwords.ts';
import { createSessions, type Sessions } from './domain/accounts/sessions.ts';
import { createTokens } from './domain/accounts/tokens.ts';
import { createAfterwards } from './domain/afterwards.ts';
import { type Cards, createCards } from './domain/cards/cards.ts';
import type { Clock } from './domain/clock.ts';
import { createDiskReserve } from './domain/disk-reserve.ts';
import { type Adoptions, createAdoptions } from './domain/guests/adoptions.ts';
import { createUnusedGuests } from './domain/guests/unused-guests.ts';
import { createVisits, type Visits } from './domain/guests/visits.ts';
import { createSendMail } from './domain/mail/mailer.ts';
import { type Bundles, createBundles } from './domain/maps/bundles.ts';
import { createInvitations, type Invitations } from './domain/maps/invitations.ts';
import { createFindInvited } from './domain/maps/invited-parcours.ts';
import { createMembers, type Members } from './domain/maps/members.ts';
import { createParcoursBook, type ParcoursBook } from './domain/maps/parcours.ts';
import { createRoleRequests, type RoleRequests } from './domain/maps/role-requests.ts';
import { createMediaLinks, type MediaLinks } from './domain/media/media-links.ts';
import { createPlayedMedia, type PlayedMedia } from './domain/media/played-media.ts';
import { createQuota } from './domain/media/quota.ts';
import { createRenditions } from './domain/media/renditions/renditions.ts';
import {
  createStoredRenditions,
  NO_RENDITIONS,
  RENDITION_FAILURES_MAX,
  type StoredRenditions,
} from './domain/media/renditions/stored-renditions.ts';
import { createStoredWaveforms, type StoredWaveforms } from './domain/media/stored-waveforms.ts';
import { createWaveforms } from './domain/media/waveforms.ts';
import { type Approvals, createApprovals } from './domain/moderation/approvals.ts';
import { createDeletedThings, type DeletedThings } from './domain/moderation/deleted-things.ts';
import { createMeasures, type Measures } from './domain/moderation/measures.ts';
import { createMessages, type Messages } from './domain/moderation/messages.ts';
import { createOpenParcours, type OpenParcours } from './domain/moderation/opened-parcours.ts';
import { createQueue, type Queue } from './domain/moderation/queue.ts';
import { createReports, type Reports } from './domain/moderation/reports.ts';
import { type AdminView, createAdminView } from './domain/overview/admin-view.ts';
import { createOverview } from './domain/overview/overview.ts';
import { NO_MAP_EXTRACTS } from './domain/packs/map-extract.ts';
import { createPackFiles } from './domain/packs/pack-files.ts';
import { createPacks, type Packs } from './domain/packs/packs.ts';
import { createStoredSizes } from './domain/packs/stored-sizes.ts';
import { createPlaceWrites, type PlaceWrites } from './domain/places/place-writes.ts';
import { createPlaces, type Places } from './domain/places/places.ts';
import { type Consents, createConsents } from './domain/rights/consents.ts';
import { createErasures, type Erasures, repeatErasures } from './domain/rights/erasures.ts';
import { createExports, type Exports } from './domain/rights/exports.ts';
import { createRetention } from './domain/rights/retention.ts';
import { type MapTiles, openMapTiles } from './domain/tiles/map-tiles.ts';
import { createTrail, type Trail } from './domain/trail/trail.ts';
import { createEvents, type Events } from './domain/upkeep/events.ts';
import { type Housekeeping, startHousekeeping } from './domain/upkeep/housekeeping.ts';
import { createReadiness, type Readiness } from './domain/upkeep/readiness.ts';
import { type Sweep, sweepStoredFiles } from './domain/upkeep/sweep.ts';
import { createTotals } from './domain/upkeep/totals.ts';
import { createGivenUp } from './domain/uploads/given-up.ts';
import { createImages, type Images } from './domain/uploads/images.ts';
import { createRecordingSessions, type RecordingSessions } from './domain/uploads/recording-sessions.ts';
import { createRecordings, type Recordings } from './domain/uploads/recordings.ts';
import { openResumableUploads, type ResumableUploads } from './domain/uploads/resumable-uploads.ts';
import { createUploadGate, type UploadGate } from './domain/uploads/upload-gate.ts';
import { createUploadRepeats } from './domain/uploads/upload-repeats.ts';
import { claimDataDir } from './store/data-dir.ts';
import { type Database, openDatabase } from './store/database.ts';
import { type MediaFiles, type MediaName, openMediaFiles } from './store/files.ts';
import { openResumableFiles } from './store/resumable-files.ts';
import { storedSecret } from './store/secret.ts';

/** All parts of the running server, wired together once. */
export interface Context {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly database: Database;
  readonly files: MediaFiles;
  readonly links: MediaLinks;
  readonly accounts: Accounts;
  readonly passwords: Passwords;
  readonly passwordChanges: PasswordChanges;
  readonly newPasskeys: NewPasskeys;
  readonly ownPasskeys: OwnPasskeys;
  readonly passkeyLogins: PasskeyLogins;
  readonly addresses: Addresses;
  readonly mails: AccountMails;
  readonly sessions: Sessions;
  readonly parcours: ParcoursBook;
  readonly members: Members;
  readonly roleRequests: RoleRequests;
  readonly bundles: Bundles;
  readonly events: Events;
  readonly trail: Trail;
  readonly consents: Consents;
  readonly exports: Exports;
  readonly erasures: Erasures;
  readonly adminView: AdminView;
  readonly places: Places;
  readonly placeWrites: PlaceWrites;
  readonly packs: Packs;
  readonly played: PlayedMedia;
  readonly renditions: StoredRenditions;
  readonly waveforms: StoredWaveforms;
  readonly images: Images;
  /** Null if the deployment has no map of its own. */
  readonly mapTiles: MapTiles | null;
  readonly uploadGate: UploadGate;
  readonly recordings: Recordings;
  readonly recordingSessions: RecordingSessions;
  readonly resumable: ResumableUploads;
  readonly invitations: Invitations;
  readonly deleted: DeletedThings;
  readonly reports: Reports;
  readonly measures: Measures;
  readonly messages: Messages;
  readonly queue: Queue;
  readonly openParcours: OpenParcours;
  readonly approvals: Approvals;
  readonly visits: Visits;
  readonly adoptions: Adoptions;
  readonly cards: Cards;
  /** Whether the server can do its work; checked at most once in 5 s. */
  readonly readiness: () => Promise<Readiness>;
  /** How much is stored, and how much waits for its rendition or waveform. */
  readonly totals: ReturnType<typeof createTotals>;
  /** Closes the database and releases the data folder. The context must not be used afterwards. */
  close(): Promise<void>;
}

/**
 * Opens the data of a configuration and creates all parts. The caller closes the context; on failure nothing stays open.
 *
 * @throws DataDirError, MapArchiveError
 */
export async function openContext(config: Config, log: Logger, clock: Clock): Promise<Context> {
  const release = await claimDataDir(config.dataDir);
  let database: Database | undefined;
  let storedWaveforms: StoredWaveforms | undefined;
  let mapTiles: MapTiles | null = null;
  let renditions = NO_RENDITIONS;
  let housekeeping: Housekeeping | undefined;
  const afterwards = createAfterwards((error) => log.error(describeMailFailure(error), 'a mail could not be sent'));
  const close = async (): Promise<void> => {
    await afterwards.close();
    await storedWaveforms?.close();
    await renditions.close();
    await housekeeping?.stop();
    await mapTiles?.close();
    await database?.close();
    await release();
  };
  const disk = createDiskReserve(config.dataDir, config.diskReserveBytes);
  try {
    if (config.mapArchive !== null) mapTiles = await openMapTiles(config.mapArchive, config.dataDir, disk, clock);
    const tiles = mapTiles;
    const secret = config.secret ?? (await storedSecret(config.dataDir));
    database = await openDatabase(config.dataDir);
    const files = await openMediaFiles(config.dataDir);
    reportSweep(await sweepStoredFiles(database, files), log);
    const passwords = createPasswords(config.passwordCost);
    const checkNewPassword = createNewPasswordCheck(config.identity.associationName);
    const links = createMediaLinks(secret, files, database.reader, clock);
    const tokens = createTokens(secret, clock);
    const sessions = createSessions(database, tokens, clock);
    const mails = createAccountMails(config.mail, afterwards);
    const addresses = createAddresses(database, mails, clock);
    const challenges = createChallenges(database, clock);
    const invitations = createInvitations(database, secret, clock);
    const played = createPlayedMedia(database, files);
    reportErased(await repeatErasures({ database, dataDir: config.dataDir, played, clock }), log);
    const quota = createQuota(
      database,
      {
        accountBytes: config.userQuotaBytes,
        freshBytes: config.freshQuotaBytes,
        totalBytes: config.totalQuotaBytes,
      },
      disk,
    );
    storedWaveforms = createStoredWaveforms(database, files, played, createWaveforms(), (error, sha256) => {
      log.warn({ err: error, sha256 }, 'no waveform');
    });
    if (config.renditions) {
      renditions = createStoredRenditions({
        database,
        files,
        played,
        renditions: createRenditions(),
        onFailure: (error, audio) => {
          log.warn({ err: error, ...audio }, 'no rendition');
        },
      });
    }
    const images = createImages(files, played, quota, clock);
    const events = createEvents(database, disk, clock);
    const trail = createTrail(database, clock);
    const givenUp = createGivenUp(clock);
    const repeats = createUploadRepeats(database, links, givenUp, clock);
    const uploadGate = createUploadGate(database, repeats, quota);
    const waveforms = storedWaveforms;
    const bounds = { places: config.placesPerMapMax, shapeBytes: config.shapeBytesPerMapMax };
    const deleted = createDeletedThings(database, played, bounds, clock);
    const parcours = createParcoursBook(database, disk, clock);
    const packs = createPacks({
      database,
      parcours,
      links,
      files: createPackFiles(createStoredSizes(database.reader, files, reportMissing(log))),
      extracts: tiles?.extracts ?? NO_MAP_EXTRACTS,
      onMapFailure: (error, parcoursId) => {
        log.error({ err: error, parcoursId }, 'no map for a pack');
      },
    });
    const recordings = createRecordings({ database, played, quota, waveforms, renditions, repeats, givenUp, clock });
    const resumable = await openResumableUploads({
      files: await openResumableFiles(config.dataDir),
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
      dataDir: config.dataDir,
      played,
      passwords,
      giveUpUploads: resumable.giveUpAll,
      clock,
    });
    const retention = createRetention({
      database,
      retire: erasures.retire,
      sendMail: config.mail === null ? null : createSendMail(config.mail),
      onFailure: (error, accountId) => {
        log.warn({ ...describeMailFailure(error), accountId }, 'no warning before the end of an account');
      },
      clock,
    });
    housekeeping = await startHousekeeping(
      {
        'delete for good what was deleted': deleted.purgeOld,
        'delete unused images': images.deleteUnused,
        'delete old events': events.deleteOld,
        'delete expired sessions': sessions.deleteExpired,
        'delete unused accounts': retention.run,
        'delete expired mail links': addresses.deleteExpired,
        'delete expired challenges of passkeys': challenges.deleteExpired,
        'delete unused guests': createUnusedGuests(database, clock).deleteAll,
        'delete expired uploads': resumable.deleteExpired,
        'delete what old repeats were recognized by': repeats.deleteOld,
        'delete old entries of the trail': trail.deleteOld,
        // Deleted rows leave it at once, unless somebody was reading just then.
        'empty the write-ahead log': database.emptyLog,
        'delete unused map extracts': async () => tiles?.deleteUnused(),
      },
      (task, error) => {
        log.error({ err: error, task }, 'housekeeping failed');
      },
    );
    const renditionFailuresMax = config.renditions ? RENDITION_FAILURES_MAX : 0;
    storedWaveforms.startMissing(renditions.wake);
    return {
      config,
      log,
      clock,
      database,
      files,
      links,
      accounts: createAccounts(
        database,
        sessions,
        createGoogle(config, clock),
        passwords,
        checkNewPassword,
        addresses,
        clock,
      ),
      passwords,
      passwordChanges: createPasswordChanges(database, sessions, passwords, checkNewPassword, mails, clock),
      newPasskeys: createNewPasskeys(
        database,
        challenges,
        createOwnerCheck(database, passwords, clock),
        config.passkeys,
        clock,
      ),
      ownPasskeys: createOwnPasskeys(database, config.googleClientId !== null, clock),
      passkeyLogins: createPasskeyLogins(database, sessions, challenges, config.passkeys, clock),
      addresses,
      mails,
      sessions,
      parcours,
      members: createMembers(database, clock),
      roleRequests: createRoleRequests(database, clock, ({ what, ...ids }) => {
        log.info(ids, `role request ${what}`);
      }),
      bundles: createBundles(database, clock),
      events,
      trail,
      consents: createConsents(database, clock),
      exports: createExports(database, files, clock),
      erasures,
      adminView: createAdminView(
        createOverview({ database, dataDir: config.dataDir, renditionFailuresMax }),
        config,
        clock,
      ),
      places: createPlaces(database, links, bounds),
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
      reports: createReports(database, clock),
      measures: createMeasures(database, clock),
      messages: createMessages(database, clock),
      queue: createQueue(database, links),
      openParcours: createOpenParcours(database, links, clock),
      approvals: createApprovals(database, links, clock),
      visits: createVisits(database, invitations, sessions, clock),
      adoptions: createAdoptions(database, tokens, clock),
      cards: createCards(database, secret, createFindInvited(database, invitations), clock),
      totals: createTotals(database.reader, renditionFailuresMax),
      readiness: createReadiness({
        reader: database.reader,
        files,
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

/** Without its words and the recipient, which are personal data. */
function describeMailFailure(error: unknown): { readonly name: string; readonly code: unknown } {
  const isError = error instanceof Error;
  return { name: isError ? error.name : typeof error, code: isError && 'code' in error ? error.code : null };
}

function reportSweep({ removed, unclaimed, missing }: Sweep, log: Logger): void {
  if (removed.length > 0) log.warn({ files: removed.length }, 'deleted files that a crash had left without a row');
  if (unclaimed.length > 0)
    log.error({ files: unclaimed.length }, 'media files but no accounts: is this the right database?');
  missing.forEach(reportMissing(log));
}

function reportErased(ids: readonly number[], log: Logger): void {
  if (ids.length > 0) log.warn({ accounts: ids }, 'erased accounts again that an older database had brought back');
}

function reportMissing(log: Logger): (name: MediaName) => void {
  return ({ sha256, extension }) => log.error({ sha256, extension }, 'a stored file is missing');
}
