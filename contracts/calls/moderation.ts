import * as z from 'zod/mini';
import { Done, idFromText, type Route } from '../call.ts';
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
    summary:
      'Reports a place or a parcours to the site’s admins; while a report of the caller’s is open, nothing more.',
    auth: 'token',
    body: { kind: 'json', schema: NewReport },
    response: Done,
  },
  readModerationQueue: {
    method: 'GET',
    path: '/v1/moderation/queue',
    summary: 'What the site’s admins have to decide about, with links to listen, and what they may take back.',
    auth: 'token',
    response: ModerationQueue,
  },
  takeMeasure: {
    method: 'POST',
    path: '/v1/moderation/measures',
    summary:
      'Hides, restores or deletes a place or parcours, warns its author, or closes its reports, as an admin of the site.',
    auth: 'token',
    body: { kind: 'json', schema: NewMeasure },
    response: Done,
  },
  setSuspension: {
    method: 'PUT',
    path: '/v1/moderation/accounts/:userId/suspension',
    summary: 'Suspends an account, whose sessions end, or lifts that, as an admin of the site.',
    auth: 'token',
    params: z.object({ userId: idFromText(UserId) }),
    body: { kind: 'json', schema: Suspension },
    response: Done,
  },
  openParcoursToModerate: {
    method: 'GET',
    path: '/v1/moderation/maps/:mapId',
    summary: 'One parcours with its places, whoever its members are, as an admin of the site; the trail notes it.',
    auth: 'token',
    params: z.object({ mapId: idFromText(ParcoursId) }),
    response: OpenedParcours,
  },
  requireApproval: {
    method: 'PUT',
    path: '/v1/map/map/:mapId/approval',
    summary: 'Says whether the drops of members who are no editors wait for an approval, as an admin of the parcours.',
    auth: 'token',
    params: z.object({ mapId: idFromText(ParcoursId) }),
    body: { kind: 'json', schema: z.object({ required: z.boolean() }) },
    response: ParcoursInfo,
  },
  listWaiting: {
    method: 'GET',
    path: '/v1/map/map/:mapId/waiting',
    summary: 'The drops on a parcours that wait for an approval, oldest first, as one of its editors or admins.',
    auth: 'token',
    params: z.object({ mapId: idFromText(ParcoursId) }),
    response: z.object({ places: z.array(WaitingPlace) }),
  },
  answerWaiting: {
    method: 'PUT',
    path: '/v1/place/:placeId/approval',
    summary:
      'Approves or refuses a version of a drop that waits for it, as an editor or admin of its parcours; its author is told.',
    auth: 'token',
    params: z.object({ placeId: idFromText(PlaceId) }),
    body: { kind: 'json', schema: ApprovalAnswer },
    response: Done,
  },
  listMessages: {
    method: 'GET',
    path: '/v1/moderation/messages',
    summary: 'What the caller is told about their account, places and parcours, newest first.',
    auth: 'token',
    response: z.object({ messages: z.array(Message) }),
  },
  seeMessages: {
    method: 'POST',
    path: '/v1/moderation/messages',
    summary: 'Notes that the caller has seen their messages.',
    auth: 'token',
    response: Done,
  },
  answerMessage: {
    method: 'PUT',
    path: '/v1/moderation/messages/:messageId',
    summary: 'Answers a message to the site’s admins, once.',
    auth: 'token',
    params: OneMessage,
    body: { kind: 'json', schema: MessageAnswer },
    response: Message,
  },
} as const satisfies Record<string, Route>;
