import * as z from 'zod/mini';
import { AuditEntries, AuditFilter } from '../audit-entry.ts';
import { type CallDocs, idFromText, type Route } from '../call.ts';
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
    auth: 'token',
    query: z.object({ ...AuditFilter.shape, before: z.optional(idFromText(z.int())) }),
    response: AuditEntries,
  },
  listAccounts: {
    method: 'GET',
    path: '/v1/admin/accounts',
    auth: 'token',
    query: AccountsQuery,
    response: AdminAccounts,
  },
  setQuota: {
    method: 'PUT',
    path: '/v1/admin/accounts/:userId/quota',
    auth: 'token',
    params: z.object({ userId: idFromText(UserId) }),
    body: { kind: 'json', schema: OwnQuota },
    response: z.pick(AdminAccount, { quotaBytes: true, ownQuotaBytes: true }),
  },
  listMaps: { method: 'GET', path: '/v1/admin/maps', auth: 'token', query: MapsQuery, response: AdminMaps },
  readJobs: { method: 'GET', path: '/v1/admin/jobs', auth: 'token', response: AdminJobs },
  readServer: { method: 'GET', path: '/v1/admin/server', auth: 'token', response: AdminServer },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link adminCalls}. */
export const adminCallDocs = {
  listTrail: { summary: 'A page of the trail: who did what to whose what, newest first.', errors: ['forbidden'] },
  listAccounts: { summary: 'A page of the site’s accounts, newest first.', errors: ['forbidden'] },
  setQuota: {
    summary: 'Gives an account a quota of its own, or what the settings give; what it has stored stays.',
    errors: ['forbidden', 'not_found'],
  },
  listMaps: { summary: 'A page of the site’s parcours, newest first.', errors: ['forbidden'] },
  readJobs: {
    summary: 'The waveforms and renditions that wait to be made, and those that were given up.',
    errors: ['forbidden'],
  },
  readServer: { summary: 'The server’s version, disk and settings, without secrets.', errors: ['forbidden'] },
} as const satisfies Record<keyof typeof adminCalls, CallDocs>;
