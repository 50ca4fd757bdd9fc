import * as z from 'zod/mini';
import { type CallDocs, Done, type Route } from '../call.ts';
import { Choices, NewConsent } from '../consents.ts';
import { Erasure, ErasurePlan } from '../erasure.ts';
import { Language } from '../vocabulary.ts';

/** Calls about the data that the server stores about the caller. */
export const rightsCalls = {
  requestExport: {
    method: 'POST',
    path: '/v1/user/me/export',
    auth: 'token',
    response: z.object({ link: z.string() }),
  },
  planErasure: { method: 'GET', path: '/v1/user/me/erasure', auth: 'token', response: ErasurePlan },
  eraseMe: {
    method: 'POST',
    path: '/v1/user/me/erasure',
    auth: 'token',
    body: { kind: 'json', schema: Erasure },
    response: Done,
  },
  readChoices: { method: 'GET', path: '/v1/user/me/consents', auth: 'token', response: Choices },
  giveConsent: {
    method: 'POST',
    path: '/v1/user/me/consents',
    auth: 'token',
    body: { kind: 'json', schema: NewConsent },
    response: Done,
  },
  chooseStatistics: {
    method: 'PUT',
    path: '/v1/user/me/statistics',
    auth: 'token',
    body: { kind: 'json', schema: z.object({ wanted: z.boolean() }) },
    response: Done,
  },
  chooseApprovalMails: {
    method: 'PUT',
    path: '/v1/user/me/approvalmails',
    auth: 'token',
    body: { kind: 'json', schema: z.object({ wanted: z.boolean() }) },
    response: Done,
  },
  chooseLanguage: {
    method: 'PUT',
    path: '/v1/user/me/language',
    auth: 'token',
    body: { kind: 'json', schema: z.object({ language: Language }) },
    response: Done,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link rightsCalls}. */
export const rightsCallDocs = {
  requestExport: {
    summary:
      'A link, good once and for a minute, to a ZIP of all that the server has of the caller, with the original audio.',
    errors: [],
  },
  planErasure: { summary: "What the deletion of the caller's account would do.", errors: [] },
  eraseMe: {
    summary:
      "Deletes the caller's account with all that is theirs, and the parcours that have no other admin; a conflict if these are more than `lost`.",
    errors: ['invalid_credentials', 'conflict', 'too_many_requests'],
    work: ['passwords'],
  },
  readChoices: {
    summary:
      'What the caller has agreed to, whether their visits may be counted, and whether they want approval mails.',
    errors: [],
  },
  giveConsent: {
    summary:
      'Records that the caller agrees to a version of the terms, or with it to the use of their voice or position.',
    errors: [],
  },
  chooseStatistics: {
    summary: "Sets whether the caller's visits may be counted. If not, those of before are deleted.",
    errors: [],
  },
  chooseApprovalMails: {
    summary:
      'Sets whether the caller gets a mail, one a day at the most, while drops wait for their approval. Only a verified address gets it.',
    errors: [],
  },
  chooseLanguage: { summary: "Sets the language of mails to the caller and of the caller's export.", errors: [] },
} as const satisfies Record<keyof typeof rightsCalls, CallDocs>;
