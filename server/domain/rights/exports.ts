import { randomBytes } from 'node:crypto';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { findAccount } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import type { MediaFiles } from '../../store/files.ts';
import { readOwnRows } from '../../store/rights/own-rows.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { addToTrail } from '../trail/add-to-trail.ts';
import { type Archive, makeArchive } from './archive.ts';

/** Path of exports on the API's own origin. */
export const EXPORT_PATH = '/v1/export';

/** How long a link may wait for the browser that follows it. */
const LINK_MS = 60_000;
/** 192 bits: cannot be guessed. */
const TICKET_BYTES = 24;

/** Downloads of all that the server has of somebody. */
export interface Exports {
  /**
   * Makes a link to the caller's archive: a browser's download sends no token. It is good for one download within a minute.
   * An earlier link of the caller's ends.
   */
  request(caller: Caller): Promise<string>;
  /**
   * Opens the archive of a link.
   *
   * @throws AppError `link_expired` for a link that was used, has expired, or never was.
   */
  open(ticket: string): Promise<Archive>;
}

/** The exports of the accounts in this database. Links are kept in memory: they end with the process. */
export function createExports(database: Database, files: MediaFiles, clock: Clock): Exports {
  const tickets = new Map<string, { readonly accountId: UserId; readonly untilMs: number }>();

  return {
    request: async (caller) => {
      await database.transact((tx) =>
        addToTrail(tx, clock, { action: 'data_exported', by: caller, account: caller.id }),
      );
      for (const [name, { accountId, untilMs }] of tickets) {
        if (accountId === caller.id || untilMs <= clock()) tickets.delete(name);
      }
      const name = randomBytes(TICKET_BYTES).toString('base64url');
      tickets.set(name, { accountId: caller.id, untilMs: clock() + LINK_MS });
      return `${EXPORT_PATH}/${name}`;
    },

    open: async (name) => {
      const ticket = tickets.get(name);
      tickets.delete(name);
      const isLive = ticket !== undefined && ticket.untilMs > clock();
      const account = isLive ? await findAccount(database.reader, ticket.accountId) : undefined;
      if (account === undefined) throw new AppError('link_expired', 'This link has been used or has expired');
      return makeArchive(files, account, await readOwnRows(database.reader, account.id), stamp(clock));
    },
  };
}
