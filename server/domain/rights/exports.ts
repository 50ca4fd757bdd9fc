import { randomBytes } from 'node:crypto';
import { DRAFT_HOLDS_DAYS } from '../../../contracts/limits.ts';
import { findAccount } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import type { StoredMedia } from '../../store/files.ts';
import {
  deleteExpiredExportLinks,
  deleteExportLink,
  findExportLink,
  readOwnRows,
  replaceExportLink,
} from '../../store/rights.ts';
import { findSession } from '../../store/sessions.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { SessionCaller } from '../caller.ts';
import { type Clock, daysAgo, stamp } from '../clock.ts';
import { type FairQueue, ownerOf } from '../fair-queue.ts';
import { sha256Of } from '../keys.ts';
import { type Archive, makeArchive } from './archive.ts';

/** Path of exports on the API's own origin. */
export const EXPORT_PATH = '/v1/export';

/** How long a link waits for the browser that follows it. */
const LINK_MS = 60_000;
/** 192 bits: cannot be guessed. */
const NAME_BYTES = 24;

/** Downloads of all data that the server has of a person. */
export type Exports = ReturnType<typeof createExports>;

/** The exports of the accounts in this database. @param takeTurn the queue of exports */
export function createExports(database: Database, files: StoredMedia, takeTurn: FairQueue, clock: Clock) {
  return {
    /**
     * Makes a link to the caller's archive, because a browser's download sends no token. It is valid for one download
     * within a minute, while the caller's session lasts and their password stays. Ends the caller's earlier link.
     */
    request: async (caller: SessionCaller): Promise<string> => {
      const name = randomBytes(NAME_BYTES).toString('base64url');
      await database.transact(async (tx) => {
        await addToAuditLog(tx, clock, { action: 'data_exported', by: caller, account: caller.id });
        await deleteExpiredExportLinks(tx, stamp(clock));
        await replaceExportLink(tx, {
          name_hash: sha256Of(name),
          account_id: caller.id,
          session_id: caller.sessionId,
          expires_at: stamp(() => clock() + LINK_MS),
        });
      });
      return `${EXPORT_PATH}/${name}`;
    },

    /**
     * Opens the archive of a link.
     * @throws AppError `link_expired` for a link that was used, has expired, or never existed; `busy`.
     */
    open: async (name: string): Promise<Archive> => {
      const hash = sha256Of(name);
      // Read first, so that an unknown link costs no write.
      const link = await findExportLink(database.reader, hash);
      if (link === undefined) throw used();
      const session = await findSession(database.reader, link.session_id);
      if (session === undefined) throw used();
      // In turn, so that a refusal leaves the link as it was.
      return takeTurn(ownerOf({ id: session.account_id }), async () => {
        const isTaken = await database.transact((tx) => deleteExportLink(tx, hash));
        const now = stamp(clock);
        const left = isTaken ? await findSession(database.reader, link.session_id) : undefined;
        const isLive = left !== undefined && left.expires_at > now && link.expires_at > now;
        const account = isLive ? await findAccount(database.reader, left.account_id) : undefined;
        if (account === undefined) throw used();
        return makeArchive(
          files,
          account,
          await readOwnRows(database.reader, account.id, daysAgo(clock, DRAFT_HOLDS_DAYS)),
          now,
        );
      });
    },
  };
}

function used(): AppError {
  return new AppError('link_expired', 'This link has been used or has expired');
}
