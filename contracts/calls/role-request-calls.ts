import * as z from 'zod/mini';
import { type CallDocs, idFromText, type Route } from '../call.ts';
import { NewRoleRequest, RoleAnswer, RoleRequest, RoleRequestList } from '../role-request.ts';
import { RoleRequestId } from '../vocabulary.ts';

/** Calls about requests for the role editor. */
export const roleRequestCalls = {
  requestRole: {
    method: 'POST',
    path: '/v1/user/role-requests',
    auth: 'token',
    body: { kind: 'json', schema: NewRoleRequest },
    response: RoleRequest,
  },
  listRoleRequests: { method: 'GET', path: '/v1/user/role-requests', auth: 'token', response: RoleRequestList },
  answerRoleRequest: {
    method: 'PUT',
    path: '/v1/user/role-requests/:requestId',
    auth: 'token',
    params: z.object({ requestId: idFromText(RoleRequestId) }),
    body: { kind: 'json', schema: RoleAnswer },
    response: RoleRequest,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link roleRequestCalls}. */
export const roleRequestCallDocs = {
  requestRole: {
    summary: 'Asks the site’s admins for the role editor; while a request is open, returns that one.',
    errors: ['forbidden', 'not_found', 'too_many_requests'],
  },
  listRoleRequests: {
    summary: 'The open requests for the role editor; for others than the site’s admins, their own.',
    errors: [],
  },
  answerRoleRequest: {
    summary: 'Grants or refuses a request for the role editor, as an admin of the site.',
    errors: ['forbidden', 'not_found', 'conflict'],
  },
} as const satisfies Record<keyof typeof roleRequestCalls, CallDocs>;
