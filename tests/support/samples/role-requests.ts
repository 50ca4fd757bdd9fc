import type { RoleRequest } from '../../../contracts/role-request.ts';
import { ParcoursId, RoleRequestId, UserId } from '../../../contracts/vocabulary.ts';

/** Noé's request for the role editor as the server tells of it, open unless `rest` says otherwise. */
export function roleRequest(rest: Partial<RoleRequest> = {}): RoleRequest {
  return {
    id: RoleRequestId.parse(1),
    account: { id: UserId.parse(2), name: 'Noé', email: 'noe@example.org', picture: null },
    map: { id: ParcoursId.parse(7), name: 'Le quai', privilege: 'editor', memberSince: '2026-11-02T09:00:00.000Z' },
    words: 'Pour dessiner les zones du quai.',
    askedAt: '2026-11-21T19:17:00.000Z',
    state: 'open',
    answeredAt: null,
    answerWords: null,
    mayAskAgainAt: null,
    ...rest,
  };
}

/** The list that holds these requests, of a site with an admin. */
export function requestList(...requests: readonly RoleRequest[]) {
  return { requests, total: requests.length, hasAdmin: true };
}
