import type { Database } from '../../store/database.ts';
import { RENDITION_FAILURES_MAX } from '../media/renditions/stored-renditions.ts';
import { createTrail } from '../trail/trail.ts';
import { printTrailCsv } from '../trail/trail-csv.ts';
import { createOverview } from './overview.ts';
import { printAccounts, printJobs, printMaps, printStatus, printTrail } from './print-overview.ts';

/** Prints something about the data in a folder, in pieces. */
export type Print = (database: Database, dataDir: string) => AsyncIterable<string>;

/** What the server's operator may print, by the name of its command: each piece is a line, without its end. */
export const OPERATOR_PRINTS: Readonly<Record<string, Print>> = {
  trail: (database) => printTrail(createTrail(database, Date.now)),
  accounts: (database, dataDir) => printAccounts(overviewOf(database, dataDir)),
  maps: (database, dataDir) => printMaps(overviewOf(database, dataDir)),
  jobs: (database, dataDir) => printJobs(overviewOf(database, dataDir)),
  status: (database, dataDir) => printStatus(overviewOf(database, dataDir), dataDir),
};

/** The whole trail as CSV. */
export async function* printWholeTrail(database: Database): AsyncIterable<string> {
  yield* printTrailCsv(await createTrail(database, Date.now).export(null, {}));
}

function overviewOf(database: Database, dataDir: string) {
  return createOverview({ database, dataDir, renditionFailuresMax: RENDITION_FAILURES_MAX });
}
