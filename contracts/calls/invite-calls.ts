import * as z from 'zod/mini';
import { type CallDocs, Done, idFromText, type Route } from '../call.ts';
import {
  AcceptInvite,
  Invite,
  InviteLook,
  JoinedParcours,
  MailedInvite,
  NewInvite,
  NewVisit,
  OpenInvite,
  SentInvites,
} from '../invite.ts';
import { SignedIn } from '../user.ts';
import { InviteId, ParcoursId } from '../vocabulary.ts';

/** Calls about invitations. */
export const inviteCalls = {
  createInvite: {
    method: 'POST',
    path: '/v1/invite',
    auth: 'token',
    body: { kind: 'json', schema: NewInvite },
    response: Invite,
  },
  mailInvites: {
    method: 'POST',
    path: '/v1/invite/mail',
    auth: 'token',
    body: { kind: 'json', schema: MailedInvite },
    idempotent: true,
    response: SentInvites,
  },
  acceptInvite: {
    method: 'POST',
    path: '/v1/invite/accept',
    auth: 'token',
    body: { kind: 'json', schema: AcceptInvite },
    response: JoinedParcours,
  },
  lookAtInvite: {
    method: 'POST',
    path: '/v1/invite/look',
    auth: 'none',
    body: { kind: 'json', schema: AcceptInvite },
    response: InviteLook,
  },
  visit: {
    method: 'POST',
    path: '/v1/invite/visit',
    auth: 'none',
    body: { kind: 'json', schema: NewVisit },
    response: z.extend(SignedIn, { mapId: ParcoursId }),
  },
  listInvites: {
    method: 'GET',
    path: '/v1/invite',
    auth: 'token',
    query: z.object({ mapId: idFromText(ParcoursId) }),
    response: z.array(OpenInvite),
  },
  revokeInvite: {
    method: 'DELETE',
    path: '/v1/invite/:inviteId',
    auth: 'token',
    params: z.object({ inviteId: idFromText(InviteId) }),
    response: Done,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link inviteCalls}. */
export const inviteCallDocs = {
  createInvite: {
    summary: 'Creates a link with which anybody can join a parcours with a privilege.',
    errors: ['forbidden', 'not_found', 'too_many'],
  },
  mailInvites: {
    summary: 'Mails a link with which people join a parcours to several addresses, which are not stored.',
    errors: ['address_unverified', 'forbidden', 'not_found', 'mail_not_configured', 'too_many', 'too_many_requests'],
  },
  acceptInvite: {
    summary: 'Joins the parcours of an invitation.',
    errors: ['account_needed', 'invite_invalid', 'invite_expired', 'invite_revoked', 'too_many'],
  },
  lookAtInvite: {
    summary: 'What an invitation leads to. Nobody joins by asking.',
    errors: ['invite_invalid', 'invite_expired', 'invite_revoked', 'too_many_requests'],
  },
  visit: {
    summary: 'Makes a guest account, its membership and its session from an invitation for guests, all or nothing.',
    errors: [
      'account_needed',
      'suspended',
      'invite_invalid',
      'invite_expired',
      'invite_revoked',
      'too_many',
      'too_many_requests',
    ],
  },
  listInvites: {
    summary: "The valid invitations of a parcours: all of them for its admins, otherwise the caller's own.",
    errors: ['forbidden', 'not_found'],
  },
  revokeInvite: {
    summary: 'Revokes an invitation; members who joined with it stay.',
    errors: ['forbidden', 'not_found'],
  },
} as const satisfies Record<keyof typeof inviteCalls, CallDocs>;
