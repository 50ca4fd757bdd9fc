import { MapPinned } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { mayCreateParcours } from '../../contracts/permissions.ts';
import { guestStrings } from '../account/guests/guests-words.ts';
import { visitEnded } from '../account/guests/visit-ended-words.ts';
import { paths } from '../paths.ts';
import { guestOf } from '../session/guest.ts';
import { session } from '../session/session.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { English } from '../ui/english.tsx';
import { parcoursStrings } from './parcours-words.ts';

/** Shown to people without a map, with the link to create one if they may. */
export function NoMaps() {
  const { user } = useSnapshot(session);
  const words = parcoursStrings;
  // A guest has at least the link's map until the visit has ended.
  if (guestOf(user) !== null) {
    const { title, open, ask } = visitEnded;
    return (
      <EmptyState
        icon={<MapPinned size={26} />}
        title={title}
        hint={`${open} ${ask}`}
        action={<ButtonLink to={paths.createAccount}>{guestStrings.signUp}</ButtonLink>}
      />
    );
  }
  const mayCreate = user !== null && mayCreateParcours(user.role);
  return (
    <EmptyState
      icon={<MapPinned size={26} />}
      title={<English>{words.empty}</English>}
      hint={mayCreate ? words.emptyHint : words.emptyToJoin}
      action={mayCreate ? <ButtonLink to={paths.createParcours}>{words.createFirst}</ButtonLink> : undefined}
    />
  );
}
