import { mayApprove } from '../../../contracts/moderation-permissions.ts';
import type { Parcours } from '../../../contracts/parcours.ts';
import { mayManageParcours } from '../../../contracts/permissions.ts';
import type { Role } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { useAction } from '../../ui/use-action.ts';
import styles from '../moderation.module.css';
import { approvalStrings } from './approval-words.ts';
import { requireApproval } from './approvals.ts';
import { WaitingList } from './waiting-list.tsx';

const words = approvalStrings;

/** Whether {@link ApprovalPart} has content for a person with this role. */
export function hasApprovalPart(role: Role, map: Parcours): boolean {
  return mayManageParcours(role, map.privilege) || (mayApprove(role, map.privilege) && (map.waiting_count ?? 0) > 0);
}

/** The switch for approvals, for a map's admins, and the drops that wait, for its editors as well. */
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
        <div className={styles.stack}>
          <WaitingList mapId={map.id} count={count} />
        </div>
      ) : null}
    </>
  );
}
