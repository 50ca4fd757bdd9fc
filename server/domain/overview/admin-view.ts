import { mayAdminister } from '../../../contracts/permissions.ts';
import type { CallParsed, CallResponse } from '../../../contracts/routes.ts';
import { readVersion } from '../../version.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import type { Overview } from './overview.ts';
import { describeSettings, type ShownSettings } from './shown-settings.ts';

/** What the site's admins see of the server. All reject with AppError `forbidden` for others. */
export interface AdminView {
  accounts(caller: Caller, query: CallParsed<'listAccounts'>['query']): Promise<CallResponse<'listAccounts'>>;
  maps(caller: Caller, query: CallParsed<'listMaps'>['query']): Promise<CallResponse<'listMaps'>>;
  jobs(caller: Caller): Promise<CallResponse<'readJobs'>>;
  server(caller: Caller): Promise<CallResponse<'readServer'>>;
}

/** The overview for admins of a server that starts now. */
export function createAdminView(overview: Overview, settings: ShownSettings, clock: Clock): AdminView {
  const about = { version: readVersion(), node: process.version, startedAt: stamp(clock) };
  return {
    accounts: async (caller, query) => {
      checkAdmin(caller);
      return overview.accounts(query);
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
