import { mayRequestRole } from '../../../contracts/permissions.ts';
import type { ParcoursId, Role } from '../../../contracts/vocabulary.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { RequestState } from './request-state.tsx';
import { roleStrings } from './roles-words.ts';
import { useRoleRequests } from './use-role-requests.ts';

/** The person's request for the role editor: the button to send it, and its state. Guests are sent to sign up. */
export function RoleRequestPart({ role, mapId }: { readonly role: Role; readonly mapId?: ParcoursId }) {
  const mayAsk = mayRequestRole(role);
  useRoleRequests(mayAsk);
  if (mayAsk) return <RequestState mapId={mapId} />;
  return (
    <>
      <p>{roleStrings.heldBack.guest}</p>
      <ButtonLink to={paths.createAccount}>{roleStrings.heldBack.signUp}</ButtonLink>
    </>
  );
}
