import type { AdminServer } from '../../../contracts/overview.ts';
import type { CallParsed, CallResponse } from '../../../contracts/routes.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { readVersion } from '../../version.ts';
import { type Caller, expectAdmin } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { mostBytesOf, setQuota } from './account-quotas.ts';
import type { Overview } from './overview.ts';

/** Creates the admins' overview of a server that starts now. */
export function createAdminView(database: Database, overview: Overview, settings: ShownSettings, clock: Clock) {
  const limits = { accountBytes: settings.userQuotaBytes, freshBytes: settings.freshQuotaBytes };
  const about = { version: readVersion(), node: process.version, startedAt: stamp(clock) };
  return {
    accounts: async (
      caller: Caller,
      query: CallParsed<'listAccounts'>['query'],
    ): Promise<CallResponse<'listAccounts'>> => {
      expectAdmin(caller);
      const { accounts, next } = await overview.accounts(query);
      const mostBytes = await mostBytesOf(database.reader, limits, accounts);
      return { accounts: accounts.map((account) => ({ ...account, quotaBytes: mostBytes(account) })), next };
    },
    /** @throws AppError also `not_found`. */
    setQuota: async (
      caller: Caller,
      id: UserId,
      { quotaBytes }: CallParsed<'setQuota'>['body'],
    ): Promise<CallResponse<'setQuota'>> => {
      expectAdmin(caller);
      await setQuota(database, clock, caller, id, quotaBytes);
      const account = { id, ownQuotaBytes: quotaBytes };
      return {
        ownQuotaBytes: quotaBytes,
        quotaBytes: (await mostBytesOf(database.reader, limits, [account]))(account),
      };
    },
    maps: async (caller: Caller, query: CallParsed<'listMaps'>['query']): Promise<CallResponse<'listMaps'>> => {
      expectAdmin(caller);
      return overview.maps(query);
    },
    jobs: async (caller: Caller): Promise<CallResponse<'readJobs'>> => {
      expectAdmin(caller);
      return overview.jobs();
    },
    server: async (caller: Caller): Promise<CallResponse<'readServer'>> => {
      expectAdmin(caller);
      return { ...about, ...(await overview.storage()), settings: describeSettings(settings) };
    },
  };
}

/** The settings that the site's admins may see: limits and switches. */
interface ShownSettings {
  readonly production: boolean;
  readonly trustProxy: false | number | readonly string[];
  readonly renditions: boolean;
  readonly uploadMaxBytes: number;
  readonly imageMaxBytes: number;
  readonly userQuotaBytes: number;
  readonly freshQuotaBytes: number;
  readonly totalQuotaBytes: number | null;
  readonly diskReserveBytes: number;
  readonly placesPerMapMax: number;
  readonly shapeBytesPerMapMax: number;
  readonly signUpsPerHour: number;
  readonly guestsPerHour: number;
  readonly callsPerMinute: number;
  readonly jsonBytesPerHour: number;
  readonly eventsPerHour: number;
  readonly eventsPerDay: number;
  readonly mediaPerMinute: number;
  readonly googleClientId: string | null;
  readonly mapArchive: string | null;
}

/**
 * Returns the settings by their names in the environment. Each is listed explicitly, so that a new one is not shown
 * before somebody has considered it: addresses may hold keys, and paths describe the machine.
 */
function describeSettings(settings: ShownSettings): AdminServer['settings'] {
  const { trustProxy } = settings;
  const shown: Readonly<Record<string, string | number>> = {
    NODE_ENV: settings.production ? 'production' : 'development',
    TRUST_PROXY: trustProxy === false ? 'none' : String(trustProxy),
    RENDITIONS: onOff(settings.renditions),
    GOOGLE_CLIENT_ID: onOff(settings.googleClientId !== null),
    MAP_PMTILES: onOff(settings.mapArchive !== null),
    UPLOAD_MAX_BYTES: settings.uploadMaxBytes,
    IMAGE_MAX_BYTES: settings.imageMaxBytes,
    USER_QUOTA_BYTES: settings.userQuotaBytes,
    FRESH_QUOTA_BYTES: settings.freshQuotaBytes,
    TOTAL_QUOTA_BYTES: settings.totalQuotaBytes ?? 'none',
    DISK_RESERVE_BYTES: settings.diskReserveBytes,
    PLACES_PER_MAP_MAX: settings.placesPerMapMax,
    SHAPE_BYTES_PER_MAP_MAX: settings.shapeBytesPerMapMax,
    SIGN_UPS_PER_HOUR: settings.signUpsPerHour,
    GUESTS_PER_HOUR: settings.guestsPerHour,
    CALLS_PER_MINUTE: settings.callsPerMinute,
    JSON_BYTES_PER_HOUR: settings.jsonBytesPerHour,
    EVENTS_PER_HOUR: settings.eventsPerHour,
    EVENTS_PER_DAY: settings.eventsPerDay,
    MEDIA_PER_MINUTE: settings.mediaPerMinute,
  };
  return Object.entries(shown).map(([name, value]) => ({ name, value: String(value) }));
}

function onOff(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}
