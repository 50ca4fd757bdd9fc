import { mayAdminister } from '../../../contracts/permissions.ts';
import type { CallParsed, CallResponse } from '../../../contracts/routes.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { readVersion } from '../../version.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { mostBytesOf, setQuota } from './account-quotas.ts';
import type { Overview } from './overview.ts';
import { describeSettings, type ShownSettings } from './shown-settings.ts';

/** The server as the site's admins see it. All methods reject with AppError `forbidden` for others. */
export interface AdminView {
  accounts(caller: Caller, query: CallParsed<'listAccounts'>['query']): Promise<CallResponse<'listAccounts'>>;
  /** @throws AppError also `not_found`. */
  setQuota(caller: Caller, id: UserId, quota: CallParsed<'setQuota'>['body']): Promise<CallResponse<'setQuota'>>;
  maps(caller: Caller, query: CallParsed<'listMaps'>['query']): Promise<CallResponse<'listMaps'>>;
  jobs(caller: Caller): Promise<CallResponse<'readJobs'>>;
  server(caller: Caller): Promise<CallResponse<'readServer'>>;
}

/** Creates the admins' overview of a server that starts now. */
export function createAdminView(
  database: Database,
  overview: Overview,
  settings: ShownSettings,
  clock: Clock,
): AdminView {
  const limits = { accountBytes: settings.userQuotaBytes, freshBytes: settings.freshQuotaBytes };
  const about = { version: readVersion(), node: process.version, startedAt: stamp(clock) };
  return {
    accounts: async (caller, query) => {
      checkAdmin(caller);
      const { accounts, next } = await overview.accounts(query);
      const mostBytes = await mostBytesOf(database.reader, limits, accounts);
      return { accounts: accounts.map((account) => ({ ...account, quotaBytes: mostBytes(account) })), next };
    },
    setQuota: async (caller, id, { quotaBytes }) => {
      checkAdmin(caller);
      await setQuota(database, clock, caller, id, quotaBytes);
      const account = { id, ownQuotaBytes: quotaBytes };
      return {
        ownQuotaBytes: quotaBytes,
        quotaBytes: (await mostBytesOf(database.reader, limits, [account]))(account),
      };
    },
    maps: async (caller, query) => {
      checkAdmin(caller);
      return overview.maps(query);
    },
    jobs: async (caller) => {
      checkAdmin(caller);
      return overview.jobs();
    },
    server: async (caller) => {
      checkAdmin(caller);
      return { ...about, ...(await overview.storage()), settings: describeSettings(settings) };
    },
  };
}

function checkAdmin({ role }: Caller): void {
  if (!mayAdminister(role)) throw new AppError('forbidden', `Expected the role admin, got ${role}`);
}
