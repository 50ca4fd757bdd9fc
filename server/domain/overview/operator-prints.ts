import { TrailFilter } from '../../../contracts/trail.ts';
import type { Database } from '../../store/database.ts';
import { RENDITION_FAILURES_MAX } from '../media/renditions/stored-renditions.ts';
import { printQueue } from '../moderation/print-queue.ts';
import type { OperatorCommand } from '../operator-command.ts';
import { createTrail } from '../trail/trail.ts';
import { printTrailCsv } from '../trail/trail-csv.ts';
import { createOverview } from './overview.ts';
import { printAccounts, printJobs, printMaps, printStatus, printTrail } from './print-overview.ts';

/** The reports for the server's operator, by the name of the command: each piece is a line without its line end. */
export const OPERATOR_PRINTS: Readonly<Record<string, OperatorCommand>> = {
  queue: printQueue,
  accounts: (database, dataDir) => printAccounts(overviewOf(database, dataDir)),
  maps: (database, dataDir) => printMaps(overviewOf(database, dataDir)),
  jobs: (database, dataDir) => printJobs(overviewOf(database, dataDir)),
  status: (database, dataDir) => printStatus(overviewOf(database, dataDir), dataDir),
};

/**
 * Parses the command that reports the newest entries of the audit log, a line each.
 *
 * @param parts of a filter, such as `action=hidden`
 * @returns an error message if they are invalid
 */
export function parseTrail(parts: readonly string[]): OperatorCommand | string {
  const filter = parseFilter(parts);
  return typeof filter === 'string' ? filter : (database) => printTrail(createTrail(database, Date.now), filter);
}

/** Parses the same command for all entries, as CSV. */
export function parseTrailCsv(parts: readonly string[]): OperatorCommand | string {
  const filter = parseFilter(parts);
  if (typeof filter === 'string') return filter;
  return async function* (database) {
    yield* printTrailCsv(await createTrail(database, Date.now).export(null, filter));
  };
}

function parseFilter(parts: readonly string[]): TrailFilter | string {
  const names = Object.keys(TrailFilter.shape);
  const given = parts.map((part) => [part.slice(0, Math.max(0, part.indexOf('='))), part.slice(part.indexOf('=') + 1)]);
  const filter = TrailFilter.safeParse(Object.fromEntries(given));
  if (filter.success && given.every(([name]) => names.includes(name ?? ''))) return filter.data;
  return `Expected any of ${names.map((name) => `${name}=VALUE`).join(', ')}, got: ${parts.join(' ')}`;
}

function overviewOf(database: Database, dataDir: string) {
  return createOverview({ database, dataDir, renditionFailuresMax: RENDITION_FAILURES_MAX });
}
