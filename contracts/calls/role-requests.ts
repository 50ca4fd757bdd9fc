import * as z from 'zod/mini';
import { idFromText, type Route } from '../call.ts';
import { NewRoleRequest, RoleAnswer, RoleRequest, RoleRequestList } from '../role-request.ts';
import { RoleRequestId } from '../vocabulary.ts';

/** Calls about requests for the role editor. */
export const roleRequestCalls = {
  requestRole: {
    method: 'POST',
    path: '/v1/user/role-requests',
    summary: 'Asks the site’s admins for the role editor; while a request is open, returns that one.',
    auth: 'token',
    body: { kind: 'json', schema: NewRoleRequest },
    response: RoleRequest,
  },
  listRoleRequests: {
    method: 'GET',
    path: '/v1/user/role-requests',
    summary: 'The open requests for the role editor; for others than the site’s admins, their own.',
    auth: 'token',
    response: RoleRequestList,
  },
  answerRoleRequest: {
    method: 'PUT',
    path: '/v1/user/role-requests/:requestId',
    summary: 'Grants or refuses a request for the role editor, as an admin of the site.',
    auth: 'token',
    params: z.object({ requestId: idFromText(RoleRequestId) }),
    body: { kind: 'json', schema: RoleAnswer },
    response: RoleRequest,
  },
} as const satisfies Record<string, Route>;
