import type { CallParsed } from '../../../contracts/routes.ts';
import type { Database } from '../../store/database.ts';
import { columnsOf, insertReport, listOpenReports, type ReportRow } from '../../store/moderation.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { addToTrail } from '../trail/add-to-trail.ts';
import { expectReportable, findThing } from './reported-things.ts';

/** Reports of places and parcours to the site's admins. */
export interface Reports {
  /**
   * Reports a place or a parcours. Changes nothing while the caller has an open report about its current version.
   *
   * @throws AppError `not_found`, `forbidden` for what the caller may not see, and for their own place.
   */
  make(caller: Caller, report: CallParsed<'report'>['body']): Promise<void>;
}

/** The reports in this database. */
export function createReports(database: Database, clock: Clock): Reports {
  return {
    make: async (caller, { thing, reason, words }) =>
      database.transact(async (tx) => {
        await expectReportable(tx, caller, thing);
        const { name, description, audio, subject } = await findThing(tx, thing);
        const media_sha256 = audio?.media_sha256 ?? null;
        const isSame = (row: ReportRow): boolean =>
          row.name === name && row.description === description && row.media_sha256 === media_sha256;
        if ((await listOpenReports(tx, thing, caller.id)).some(isSame)) return;
        await insertReport(tx, {
          ...columnsOf(thing),
          name,
          description,
          media_sha256,
          reporter_id: caller.id,
          reason,
          words: words || null,
          made_at: stamp(clock),
        });
        // The entry doesn't name the author, who sees entries that name them, but must not learn of reports.
        await addToTrail(tx, clock, { action: 'report_made', by: caller, ...subject, detail: reason });
      }),
  };
}
