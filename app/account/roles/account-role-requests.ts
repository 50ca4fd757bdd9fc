import { proxy } from 'valtio';
import { roleRequestCalls } from '../../../contracts/calls/role-request-calls.ts';
import { mayAnswerRoleRequests, mayRequestRole } from '../../../contracts/permissions.ts';
import type { RoleAnswer, RoleRequest } from '../../../contracts/role-request.ts';
import type { ParcoursId, RoleRequestId } from '../../../contracts/vocabulary.ts';
import { createLoader, type LoadState, notLoaded } from '../../page/load-state.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { loadConfig } from '../../platform/net/app-config.ts';
import { isVisible, onVisible } from '../../platform/page/page-events.ts';
import type { Scope } from '../../platform/scope.ts';
import { session } from '../../session/session.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { refreshAccount } from '../profile.ts';

addCalls(roleRequestCalls);

/** How often the requests are reloaded while somebody waits for an answer or a new request on screen. */
const POLL_MS = 30_000;

interface RoleRequests extends LoadState {
  own: RoleRequest | null;
  /** For the site's admins: the open requests, oldest first, and their number, listed or not. */
  open: RoleRequest[];
  openCount: number;
  /** False if the site has nobody who could answer. */
  hasAdmin: boolean;
  /** Person to ask if there is no admin; null if the site names nobody. */
  contact: string | null;
}

/** Requests for the role editor. Changed only in this file. */
export const roleRequests = proxy<RoleRequests>(noRequests());

const loader = createLoader(roleRequests, { staysReady: true });

/** Loads the requests; an account that was granted the role gets it. Never rejects. Does nothing for guests. */
export async function loadRoleRequests(): Promise<void> {
  const { user } = session;
  if (user === null || user.role === 'guest') return;
  await loader.load(
    async () => {
      const { requests, total, hasAdmin } = await call('listRoleRequests', {});
      return { requests, total, hasAdmin, contact: hasAdmin ? null : await readContact() };
    },
    ({ requests, total, ...rest }) => {
      const isAnswerer = mayAnswerRoleRequests(user.role);
      Object.assign(roleRequests, rest, {
        own: requests.find(({ account }) => account.id === user.id) ?? null,
        open: isAnswerer ? requests : [],
        openCount: isAnswerer ? total : 0,
      });
    },
  );
  if (roleRequests.own?.state === 'granted' && mayRequestRole(user.role)) await refreshAccount();
}

/** Loads the requests now, when the page becomes visible, and if it `polls`, while somebody waits for an answer. */
export function followRoleRequests(scope: Scope, { polls }: { readonly polls: boolean }): void {
  void loadRoleRequests();
  onVisible(scope, loadRoleRequests);
  if (!polls) return;
  scope.interval(() => {
    const isAwaited = roleRequests.own?.state === 'open' || mayAnswerRoleRequests(session.user?.role ?? 'guest');
    if (isAwaited && isVisible()) void loadRoleRequests();
  }, POLL_MS);
}

/** Asks for the role editor, for one map or in general. @throws as `call` does */
export async function requestRole(parcoursId: ParcoursId | undefined, words: string): Promise<void> {
  const map = parcoursId === undefined ? {} : { mapId: parcoursId };
  const own = await call('requestRole', { body: { role: 'editor', words, ...map } });
  loader.supersede();
  roleRequests.own = own;
  roleRequests.status = 'ready';
}

/**
 * Answers a request. @throws as `call` does; the request stays listed
 *
 * @returns false if another admin has answered it meanwhile; then this answer does not count
 */
export async function answerRoleRequest(requestId: RoleRequestId, answer: RoleAnswer): Promise<boolean> {
  const isListed = (): boolean => roleRequests.open.some(({ id }) => id === requestId);
  try {
    await call('answerRoleRequest', { params: { requestId }, body: answer });
  } catch (error) {
    await loadRoleRequests();
    if (isListed()) throw error;
    return false;
  }
  loader.supersede();
  if (isListed()) {
    roleRequests.open = roleRequests.open.filter(({ id }) => id !== requestId);
    roleRequests.openCount -= 1;
  }
  return true;
}

function readContact(): Promise<string | null> {
  return loadConfig().then(
    ({ identity }) => identity.associationContact,
    () => null,
  );
}

function noRequests(): RoleRequests {
  return { ...notLoaded(), own: null, open: [], openCount: 0, hasAdmin: true, contact: null };
}

forgetAtSessionEnd(() => {
  loader.supersede();
  Object.assign(roleRequests, noRequests());
});
