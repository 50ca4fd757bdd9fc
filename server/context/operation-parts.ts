import { createAuditLog } from '../domain/audit-log/read-audit-log.ts';
import { createUnusedGuests } from '../domain/guests/visits.ts';
import { createHeardCounts } from '../domain/listens/heard-counts.ts';
import { startAudioJobs } from '../domain/media/audio-queue.ts';
import { RENDITION_FAILURES_MAX } from '../domain/media/renditions/renditions.ts';
import { createAdminView } from '../domain/overview/admin-view.ts';
import { createOverview } from '../domain/overview/overview.ts';
import { completeErased } from '../domain/rights/erase-account.ts';
import type { Retention } from '../domain/rights/retention.ts';
import { createEvents } from '../domain/upkeep/events.ts';
import { startHousekeeping } from '../domain/upkeep/housekeeping.ts';
import { createReadiness } from '../domain/upkeep/readiness.ts';
import { sweepStoredFiles } from '../domain/upkeep/sweep.ts';
import { readUpkeepNotes } from '../domain/upkeep/upkeep-notes.ts';
import { createSpareFile } from '../store/data-dir.ts';
import { readStoredTotals } from '../store/health.ts';
import { checkStore } from '../store/media-owner.ts';
import type { AccountParts } from './account-parts.ts';
import type { AsyncScope } from './async-scope.ts';
import { reportSweep } from './log-reports.ts';
import type { MediaParts } from './media-parts.ts';
import type { ModerationParts } from './moderation-parts.ts';
import type { ContextBase, OpenedData } from './stored-data.ts';

/** The parts whose old data housekeeping deletes. */
interface CleanedParts {
  readonly accounts: AccountParts;
  readonly media: MediaParts;
  readonly moderation: ModerationParts;
  readonly retention: Retention;
}

/** Creates the parts for the operator, does a first round of housekeeping, and starts the upkeep that the scope stops. */
export async function startOperation(
  { config, log, clock }: ContextBase,
  data: OpenedData,
  { accounts, media, moderation, retention }: CleanedParts,
  scope: AsyncScope,
) {
  const { database, files, disk, mapTiles, leases, erased } = data;
  const events = createEvents(database, disk, clock);
  const heard = createHeardCounts(database, clock);
  const auditLog = createAuditLog(database, clock);
  const housekeeping = await startHousekeeping({
    shared: {
      'delete for good what was deleted': moderation.deleted.purgeOld,
      'mail approvers about drops that wait': moderation.approvalMails.run,
      'delete what old reports without an account say': moderation.reports.emptyOld,
      'delete old versions of places': media.placeVersions.deleteOld,
      'delete unused images': media.images.deleteUnused,
      'count what was heard': heard.count,
      'delete old events': events.deleteOld,
      'delete expired sessions': accounts.sessions.deleteExpired,
      'delete unused accounts': retention.run,
      'delete expired mail links': accounts.addresses.deleteExpired,
      'delete expired challenges of passkeys': accounts.challenges.deleteExpired,
      'delete unused guests': createUnusedGuests(database, clock).deleteAll,
      'delete what killed servers had reserved': media.quota.deleteForgotten,
      'delete what old repeats were recognized by': media.repeats.deleteOld,
      'delete old entries of the trail': auditLog.deleteOld,
      'delete old leases': leases.deleteOld,
      'delete old counts of limits': async () => database.counts?.deleteBefore(clock()),
      'complete the list of erased accounts': () => completeErased({ database, erased }),
    },
    slow: {
      'delete files without a row': async () => reportSweep(await sweepStoredFiles({ database, files, clock }), log),
    },
    own: {
      'delete expired uploads': media.resumable.deleteExpired,
      // Deleted rows leave the log at once, unless a reader prevented that.
      'empty the write-ahead log': database.emptyLog,
      'delete unused map extracts': async () => mapTiles?.deleteUnused(),
      'keep room for a start on a full disk': () => createSpareFile(config.dataDir),
    },
    database,
    leases,
    onFailure: (task, error) => log.error({ err: error, task }, 'housekeeping failed'),
    clock,
  });
  scope.add(() => housekeeping.stop());
  scope.add(startAudioJobs(media.waveforms, media.renditions));
  const renditionFailuresMax = config.renditions ? RENDITION_FAILURES_MAX : 0;
  const overview = createOverview({ database, dataDir: config.dataDir, renditionFailuresMax });
  return {
    events,
    heard,
    auditLog,
    adminView: createAdminView(database, overview, config, clock),
    /** Whether the server can do its work; checked at most once a second. */
    readiness: createReadiness({
      database,
      files,
      checkOwner: () => checkStore({ database, files }),
      checkSettings: data.agreement.check,
      dataDir: config.dataDir,
      clock,
      onFailure: (check, error) => log.error({ err: error, check }, 'not ready'),
    }),
    /** The latest results of the operator's commands. */
    upkeepNotes: () => readUpkeepNotes(database.reader),
    /** How much is stored, and how much waits for a rendition or waveform. */
    totals: () => readStoredTotals(database.reader, renditionFailuresMax),
  };
}
