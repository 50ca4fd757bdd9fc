import { type AuditAccount, type AuditEntry, AuditFilter } from '../../../contracts/audit-entry.ts';
import type { AdminJob, AdminMap } from '../../../contracts/overview.ts';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { readVersion } from '../../version.ts';
import { type AuditLog, createAuditLog, formatAuditLogCsv } from '../audit-log/read-audit-log.ts';
import { RENDITION_FAILURES_MAX } from '../media/renditions/renditions.ts';
import { describeQueue } from '../moderation/operator-moderation.ts';
import type { OperatorCommand } from '../operator-command.ts';
import { createOverview, type Overview, type OverviewAccount } from './overview.ts';

/** The reports for the server's operator, by the name of the command: each piece is a line without its line end. */
export const OPERATOR_REPORTS: Readonly<Record<string, OperatorCommand>> = {
  queue: describeQueue,
  accounts: (database, { dataDir }) => reportAccounts(overviewOf(database, dataDir)),
  maps: (database, { dataDir }) => reportParcours(overviewOf(database, dataDir)),
  jobs: (database, { dataDir }) => reportJobs(overviewOf(database, dataDir)),
  status: (database, { dataDir }) => reportStatus(overviewOf(database, dataDir), dataDir),
};

/**
 * Parses the command that reports the newest entries of the audit log, a line each.
 * @param parts of a filter, such as `action=hidden`
 * @returns an error message if they are invalid
 */
export function parseAuditLog(parts: readonly string[]): OperatorCommand | string {
  const filter = parseFilter(parts);
  return typeof filter === 'string' ? filter : (database) => formatAuditLog(createAuditLog(database, Date.now), filter);
}

/** Parses the same command for all entries, as CSV. */
export function parseAuditLogCsv(parts: readonly string[]): OperatorCommand | string {
  const filter = parseFilter(parts);
  if (typeof filter === 'string') return filter;
  return async function* (database) {
    yield* formatAuditLogCsv(await createAuditLog(database, Date.now).export(null, filter));
  };
}

function parseFilter(parts: readonly string[]): AuditFilter | string {
  const names = Object.keys(AuditFilter.shape);
  const given = parts.map((part) => [part.slice(0, Math.max(0, part.indexOf('='))), part.slice(part.indexOf('=') + 1)]);
  const filter = AuditFilter.safeParse(Object.fromEntries(given));
  if (filter.success && given.every(([name]) => names.includes(name ?? ''))) return filter.data;
  return `Expected any of ${names.map((name) => `${name}=VALUE`).join(', ')}, got: ${parts.join(' ')}`;
}

function overviewOf(database: Database, dataDir: string) {
  return createOverview({ database, dataDir, renditionFailuresMax: RENDITION_FAILURES_MAX });
}

/** Maximum number of audit log entries that a terminal shows. */
const REPORTED_ENTRIES_MAX = 200;

/** Reports the newest entries of the audit log that match the filter, a line each. */
async function* formatAuditLog(auditLog: AuditLog, filter: AuditFilter): AsyncIterable<string> {
  let count = 0;
  for await (const entry of await auditLog.export(null, filter)) {
    yield formatEntry(entry);
    count += 1;
    if (count === REPORTED_ENTRIES_MAX) return;
  }
}

/** Reports all accounts, newest first, a line each. */
async function* reportAccounts(overview: Overview): AsyncIterable<string> {
  let before: UserId | null | undefined;
  while (before !== null) {
    const { accounts, next } = await overview.accounts(before === undefined ? {} : { before });
    yield* accounts.map(formatAccount);
    before = next;
  }
}

/** Reports all parcours, newest first, a line each. */
async function* reportParcours(overview: Overview): AsyncIterable<string> {
  let before: ParcoursId | null | undefined;
  while (before !== null) {
    const { maps, next } = await overview.maps(before === undefined ? {} : { before });
    yield* maps.map(formatParcours);
    before = next;
  }
}

/** Reports the waiting jobs and the number that was given up. */
async function* reportJobs(overview: Overview): AsyncIterable<string> {
  const { waveformsWaiting, renditionsWaiting, renditionsFailed, jobs } = await overview.jobs();
  yield `${waveformsWaiting} waveforms and ${renditionsWaiting} renditions wait, ${renditionsFailed} renditions were given up`;
  yield* jobs.map(formatJob);
}

/** Reports the version, the disk and the stored totals. */
async function* reportStatus(overview: Overview, dataDir: string): AsyncIterable<string> {
  const { disk, stored } = await overview.storage();
  const { audio, renditions, images } = stored.bytes;
  yield `Drop ici ${readVersion()}, Node ${process.version}, data in ${dataDir}`;
  yield `disk: ${inMib(disk.freeBytes)} free of ${inMib(disk.totalBytes)}`;
  yield `stored: ${stored.accounts} accounts, ${stored.maps} maps, ${stored.places} places`;
  yield `files: ${inMib(audio)} of audio, ${inMib(renditions)} of renditions, ${inMib(images)} of images`;
}

function formatEntry(entry: AuditEntry): string {
  const { happenedAt, action, actor, account, map, place, address, detail } = entry;
  const isOther = account !== null && account.id !== actor?.id;
  return [
    `${happenedAt} ${action}`,
    `by ${actor === null ? 'nobody' : nameOf(actor)}`,
    ...(isOther ? [`to ${nameOf(account)}`] : []),
    ...(map === null ? [] : [`map ${map.name} (id ${map.id})`]),
    ...(place === null ? [] : [`place ${place.name} (id ${place.id})`]),
    ...(address === null ? [] : [`from ${address}`]),
    ...(detail === '' ? [] : [detail]),
  ].join(', ');
}

function nameOf({ id, email }: AuditAccount): string {
  return email === null ? `id ${id}` : `${email} (id ${id})`;
}

function formatAccount({ id, name, email, role, createdAt, usedAt, maps, bytes, ...rest }: OverviewAccount): string {
  const since = `since ${createdAt}, ${usedAt === null ? 'never used' : `last used ${usedAt}`}`;
  const quota = rest.ownQuotaBytes === null ? '' : ` of ${inMib(rest.ownQuotaBytes)}`;
  const stored = `${maps} maps, ${inMib(bytes)}${quota}`;
  return `${role.padEnd(7)} ${email} (${name}, id ${id}), ${since}, ${stored}${rest.isSuspended ? ', suspended' : ''}`;
}

function formatParcours({ id, name, createdAt, state, members, places, bytes }: AdminMap): string {
  const held = state === 'shown' ? '' : `, ${state}`;
  return `${name} (id ${id}), since ${createdAt}, ${members} members, ${places} places, ${inMib(bytes)}${held}`;
}

function formatJob({ placeId, place, map, uploadedAt, waveform, rendition, failures }: AdminJob): string {
  const states = `waveform ${waveform}, rendition ${rendition}, ${failures} failures`;
  return `${uploadedAt} ${place} (id ${placeId}) on ${map}: ${states}`;
}

function inMib(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
