import type { Parcours } from '../../../contracts/parcours.ts';
import { mayManageParcours } from '../../../contracts/permissions.ts';
import type { Role } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Alert } from '../../ui/message.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { useAction } from '../../ui/use-action.ts';
import { approvalStrings } from './approval-words.ts';
import { requireApproval } from './drop-approvals.ts';

const words = approvalStrings;

/** Whether {@link ApprovalPart} has content for a person with this role. */
export function hasApprovalPart(role: Role, map: Parcours): boolean {
  return mayManageParcours(role, map.privilege) || (map.waiting_count ?? 0) > 0;
}

/** The switch for approvals, for a parcours' admins, and the way to the drops that wait, for its editors as well. */
export function ApprovalPart({ map, role }: { readonly map: Parcours; readonly role: Role }) {
  const { busy, failure, run } = useAction(wordsFor);
  const count = map.waiting_count ?? 0;
  return (
    <>
      {mayManageParcours(role, map.privilege) ? (
        <SwitchRow
          label={words.switch}
          hint={words.switchHint}
          checked={map.needs_approval === true}
          onChange={(required) => (busy ? undefined : void run(() => requireApproval(map.id, required)))}
        />
      ) : null}
      {failure === null ? null : <Alert>{failure}</Alert>}
      {count > 0 ? (
        <ButtonLink to={paths.toApprove} variant="secondary" wide>
          {words.count(count)}
        </ButtonLink>
      ) : null}
    </>
  );
}
