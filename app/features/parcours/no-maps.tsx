import { MapPinned } from 'lucide-react';
import { mayCreateParcours } from '../../../contracts/permissions.ts';
import type { Role } from '../../../contracts/vocabulary.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { English } from '../../ui/english.tsx';
import { guestStrings } from '../../words/guests/guests.ts';
import { visitEnded } from '../../words/guests/visit-ended.ts';
import { parcoursStrings } from '../../words/maps/parcours.ts';

/** Shown to somebody without a map, with the link to create one for those who may. */
export function NoMaps({ role }: { readonly role: Role }) {
  const words = parcoursStrings;
  const mayCreate = mayCreateParcours(role);
  // A guest has at least the map of the link: until the visit has ended.
  if (!mayCreate) {
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
  return (
    <EmptyState
      icon={<MapPinned size={26} />}
      title={<English>{words.empty}</English>}
      hint={words.emptyHint}
      action={<ButtonLink to={paths.createParcours}>{words.createFirst}</ButtonLink>}
    />
  );
}
