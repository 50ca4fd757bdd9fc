import * as z from 'zod/mini';
import { AuditEntries, AuditFilter } from '../audit-entry.ts';
import { idFromText, type Route } from '../call.ts';
import {
  AccountsQuery,
  AdminAccount,
  AdminAccounts,
  AdminJobs,
  AdminMaps,
  AdminServer,
  MapsQuery,
  OwnQuota,
} from '../overview.ts';
import { UserId } from '../vocabulary.ts';

/** Calls for the site's admins. */
export const adminCalls = {
  listTrail: {
    method: 'GET',
    path: '/v1/admin/trail',
    summary: 'A page of the trail: who did what to whose what, newest first.',
    auth: 'token',
    query: z.object({ ...AuditFilter.shape, before: z.optional(idFromText(z.int())) }),
    response: AuditEntries,
  },
  listAccounts: {
    method: 'GET',
    path: '/v1/admin/accounts',
    summary: 'A page of the site’s accounts, newest first.',
    auth: 'token',
    query: AccountsQuery,
    response: AdminAccounts,
  },
  setQuota: {
    method: 'PUT',
    path: '/v1/admin/accounts/:userId/quota',
    summary: 'Gives an account a quota of its own, or what the settings give; what it has stored stays.',
    auth: 'token',
    params: z.object({ userId: idFromText(UserId) }),
    body: { kind: 'json', schema: OwnQuota },
    response: z.pick(AdminAccount, { quotaBytes: true, ownQuotaBytes: true }),
  },
  listMaps: {
    method: 'GET',
    path: '/v1/admin/maps',
    summary: 'A page of the site’s parcours, newest first.',
    auth: 'token',
    query: MapsQuery,
    response: AdminMaps,
  },
  readJobs: {
    method: 'GET',
    path: '/v1/admin/jobs',
    summary: 'The waveforms and renditions that wait to be made, and those that were given up.',
    auth: 'token',
    response: AdminJobs,
  },
  readServer: {
    method: 'GET',
    path: '/v1/admin/server',
    summary: 'The server’s version, disk and settings, without secrets.',
    auth: 'token',
    response: AdminServer,
  },
} as const satisfies Record<string, Route>;
