import * as z from 'zod/mini';
import { Done, idFromText, type Route } from '../call.ts';
import { AcceptInvite, Invite, InviteLook, JoinedParcours, NewInvite, NewVisit, OpenInvite } from '../invite.ts';
import { SignedIn } from '../user.ts';
import { InviteId, ParcoursId } from '../vocabulary.ts';

/** Calls about invitations. */
export const inviteCalls = {
  createInvite: {
    method: 'POST',
    path: '/v1/invite',
    summary: 'Creates a link with which anybody can join a parcours with a privilege.',
    auth: 'token',
    body: { kind: 'json', schema: NewInvite },
    response: Invite,
  },
  acceptInvite: {
    method: 'POST',
    path: '/v1/invite/accept',
    summary: 'Joins the parcours of an invitation.',
    auth: 'token',
    body: { kind: 'json', schema: AcceptInvite },
    response: JoinedParcours,
  },
  lookAtInvite: {
    method: 'POST',
    path: '/v1/invite/look',
    summary: 'What an invitation leads to. Nobody joins by asking.',
    auth: 'none',
    body: { kind: 'json', schema: AcceptInvite },
    response: InviteLook,
  },
  visit: {
    method: 'POST',
    path: '/v1/invite/visit',
    summary: 'Makes a guest account, its membership and its session from an invitation for guests, all or nothing.',
    auth: 'none',
    body: { kind: 'json', schema: NewVisit },
    response: z.extend(SignedIn, { mapId: ParcoursId }),
  },
  listInvites: {
    method: 'GET',
    path: '/v1/invite',
    summary: "The valid invitations of a parcours: all of them for its admins, otherwise the caller's own.",
    auth: 'token',
    query: z.object({ mapId: idFromText(ParcoursId) }),
    response: z.array(OpenInvite),
  },
  revokeInvite: {
    method: 'DELETE',
    path: '/v1/invite/:inviteId',
    summary: 'Revokes an invitation; members who joined with it stay.',
    auth: 'token',
    params: z.object({ inviteId: idFromText(InviteId) }),
    response: Done,
  },
} as const satisfies Record<string, Route>;
