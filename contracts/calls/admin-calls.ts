import * as z from 'zod/mini';
import { AuditEntries, AuditFilter } from '../audit-entry.ts';
import { type CallDocs, Done, idFromText, type Route } from '../call.ts';
import {
  AccountsQuery,
  AdminAccount,
  AdminAccounts,
  AdminJobs,
  AdminMaps,
  AdminServer,
  MadeAccount,
  MapsQuery,
  NewRole,
  OwnQuota,
  PasswordLink,
} from '../overview.ts';
import { UserId } from '../vocabulary.ts';

const oneAccount = z.object({ userId: idFromText(UserId) });

/** Calls for the site's admins. */
export const adminCalls = {
  listTrail: {
    method: 'GET',
    path: '/v1/admin/trail',
    auth: 'token',
    query: z.object({
      ...AuditFilter.shape,
      order: z.optional(z.enum(['asc', 'desc'])),
      before: z.optional(idFromText(z.int())),
    }),
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
    params: oneAccount,
    body: { kind: 'json', schema: OwnQuota },
    response: z.pick(AdminAccount, { quotaBytes: true, ownQuotaBytes: true }),
  },
  makeAccount: {
    method: 'POST',
    path: '/v1/admin/accounts',
    auth: 'token',
    body: { kind: 'json', schema: MadeAccount },
    response: PasswordLink,
  },
  setRole: {
    method: 'PUT',
    path: '/v1/admin/accounts/:userId/role',
    auth: 'token',
    params: oneAccount,
    body: { kind: 'json', schema: NewRole },
    response: Done,
  },
  makeResetLink: {
    method: 'POST',
    path: '/v1/admin/accounts/:userId/reset-link',
    auth: 'token',
    params: oneAccount,
    response: PasswordLink,
  },
  vouchForAddress: {
    method: 'POST',
    path: '/v1/admin/accounts/:userId/verified',
    auth: 'token',
    params: oneAccount,
    response: Done,
  },
  listMaps: { method: 'GET', path: '/v1/admin/maps', auth: 'token', query: MapsQuery, response: AdminMaps },
  readJobs: { method: 'GET', path: '/v1/admin/jobs', auth: 'token', response: AdminJobs },
  readServer: { method: 'GET', path: '/v1/admin/server', auth: 'token', response: AdminServer },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link adminCalls}. */
export const adminCallDocs = {
  listTrail: {
    summary: 'A page of the trail: who did what to whose what, by default newest first.',
    errors: ['forbidden'],
  },
  listAccounts: { summary: 'A sorted page of the site’s accounts.', errors: ['forbidden'] },
  setQuota: {
    summary: 'Gives an account a quota of its own, or what the settings give; what it has stored stays.',
    errors: ['forbidden', 'not_found'],
  },
  makeAccount: {
    summary:
      'Makes an account, whose owner chooses the password by a link: mailed, or returned where no mail can be sent.',
    errors: ['forbidden', 'email_taken', 'too_many_requests'],
  },
  setRole: {
    summary: 'Changes an account’s role on the site, effective from its next request.',
    errors: ['forbidden', 'not_found', 'conflict', 'last_admin'],
  },
  makeResetLink: {
    summary:
      'Mails an account’s owner a link to choose a password. Without a mail server only a link for an account that nobody can log in to yet is returned.',
    errors: ['forbidden', 'not_found', 'conflict', 'mail_not_configured', 'too_many_requests'],
  },
  vouchForAddress: {
    summary: 'Marks an account’s address as verified, because an admin knows that it is the owner’s.',
    errors: ['forbidden', 'not_found', 'conflict'],
  },
  listMaps: { summary: 'A sorted page of the site’s parcours.', errors: ['forbidden'] },
  readJobs: {
    summary: 'The waveforms and renditions that wait to be made, and those that were given up.',
    errors: ['forbidden'],
  },
  readServer: { summary: 'The server’s version, disk and settings, without secrets.', errors: ['forbidden'] },
} as const satisfies Record<keyof typeof adminCalls, CallDocs>;
