import { useSnapshot } from 'valtio';
import { mayApprove } from '../../contracts/moderation-permissions.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { parcours } from '../parcours/parcours.ts';
import { session } from '../session/session.ts';
import typography from '../ui/typography.module.css';
import { dropStrings } from './drop-words.ts';

/** Whether what this person leaves or changes on a parcours waits for an approval. */
export function useNeedsApproval(parcoursId: ParcoursId | undefined): boolean {
  const { user } = useSnapshot(session);
  const listed = useSnapshot(parcours).list.find(({ id }) => id === parcoursId);
  return listed?.needs_approval === true && user !== null && !mayApprove(user.role, listed.privilege);
}

/** Says before a drop is made that an editor must approve it, where that is so. */
export function ApprovalHint({ parcoursId }: { readonly parcoursId: ParcoursId | undefined }) {
  return useNeedsApproval(parcoursId) ? <p className={typography.soft}>{dropStrings.needsApproval}</p> : null;
}
