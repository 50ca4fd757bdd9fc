import * as z from 'zod/mini';
import { type CallDocs, Done, idFromText, type Route } from '../call.ts';
import {
  ApprovalAnswer,
  Message,
  MessageAnswer,
  ModerationQueue,
  NewMeasure,
  NewReport,
  OpenedParcours,
  Suspension,
  WaitingPlace,
} from '../moderation.ts';
import { ParcoursInfo } from '../parcours.ts';
import { MeasureId, ParcoursId, PlaceId, UserId } from '../vocabulary.ts';

const OneMessage = z.object({ messageId: idFromText(MeasureId) });

/** Calls for reports, the measures of the site's admins, and the messages that authors get about them. */
export const moderationCalls = {
  report: {
    method: 'POST',
    path: '/v1/moderation/reports',
    auth: 'reader',
    body: { kind: 'json', schema: NewReport },
    response: Done,
  },
  readModerationQueue: { method: 'GET', path: '/v1/moderation/queue', auth: 'token', response: ModerationQueue },
  takeMeasure: {
    method: 'POST',
    path: '/v1/moderation/measures',
    auth: 'token',
    body: { kind: 'json', schema: NewMeasure },
    response: Done,
  },
  setSuspension: {
    method: 'PUT',
    path: '/v1/moderation/accounts/:userId/suspension',
    auth: 'token',
    params: z.object({ userId: idFromText(UserId) }),
    body: { kind: 'json', schema: Suspension },
    response: Done,
  },
  openParcoursToModerate: {
    method: 'GET',
    path: '/v1/moderation/maps/:mapId',
    auth: 'token',
    params: z.object({ mapId: idFromText(ParcoursId) }),
    response: OpenedParcours,
  },
  requireApproval: {
    method: 'PUT',
    path: '/v1/map/map/:mapId/approval',
    auth: 'token',
    params: z.object({ mapId: idFromText(ParcoursId) }),
    body: { kind: 'json', schema: z.object({ required: z.boolean() }) },
    response: ParcoursInfo,
  },
  listWaiting: {
    method: 'GET',
    path: '/v1/map/map/:mapId/waiting',
    auth: 'token',
    params: z.object({ mapId: idFromText(ParcoursId) }),
    response: z.object({ places: z.array(WaitingPlace) }),
  },
  answerWaiting: {
    method: 'PUT',
    path: '/v1/place/:placeId/approval',
    auth: 'token',
    params: z.object({ placeId: idFromText(PlaceId) }),
    body: { kind: 'json', schema: ApprovalAnswer },
    response: Done,
  },
  listMessages: {
    method: 'GET',
    path: '/v1/moderation/messages',
    auth: 'token',
    response: z.object({ messages: z.array(Message) }),
  },
  seeMessages: { method: 'POST', path: '/v1/moderation/messages', auth: 'token', response: Done },
  answerMessage: {
    method: 'PUT',
    path: '/v1/moderation/messages/:messageId',
    auth: 'token',
    params: OneMessage,
    body: { kind: 'json', schema: MessageAnswer },
    response: Message,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link moderationCalls}. */
export const moderationCallDocs = {
  report: {
    summary:
      'Reports a place or a parcours to the site’s admins; while a report of the caller’s is open, nothing more. Without an account, an open parcours or a place of it: it hides nothing, and is refused while many such reports wait.',
    errors: ['forbidden', 'not_found', 'too_many', 'too_many_requests'],
  },
  readModerationQueue: {
    summary: 'What the site’s admins have to decide about, with links to listen, and what they may take back.',
    errors: ['forbidden'],
  },
  takeMeasure: {
    summary:
      'Hides, restores or deletes a place or parcours, warns its author, or closes its reports, as an admin of the site.',
    errors: ['forbidden', 'not_found', 'conflict'],
  },
  setSuspension: {
    summary: 'Suspends an account, whose sessions end, or lifts that, as an admin of the site.',
    errors: ['forbidden', 'not_found', 'conflict'],
  },
  openParcoursToModerate: {
    summary: 'One parcours with its places, whoever its members are, as an admin of the site; the trail notes it.',
    errors: ['forbidden', 'not_found'],
    work: ['lists'],
  },
  requireApproval: {
    summary: 'Says whether the drops of members who are no editors wait for an approval, as an admin of the parcours.',
    errors: ['forbidden', 'not_found'],
  },
  listWaiting: {
    summary: 'The drops on a parcours that wait for an approval, oldest first, as one of its editors or admins.',
    errors: ['forbidden', 'not_found'],
    work: ['lists'],
  },
  answerWaiting: {
    summary:
      'Approves or refuses a version of a drop that waits for it, as an editor or admin of its parcours; its author is told.',
    errors: ['forbidden', 'not_found', 'conflict'],
  },
  listMessages: {
    summary: 'What the caller is told about their account, places and parcours, newest first.',
    errors: [],
  },
  seeMessages: { summary: 'Notes that the caller has seen their messages.', errors: [] },
  answerMessage: { summary: 'Answers a message to the site’s admins, once.', errors: ['not_found', 'conflict'] },
} as const satisfies Record<keyof typeof moderationCalls, CallDocs>;
