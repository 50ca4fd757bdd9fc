import { MapPinned } from 'lucide-react';
import { mayCreateParcours } from '../../../contracts/permissions.ts';
import type { Role } from '../../../contracts/vocabulary.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { English } from '../../ui/english.tsx';
import { parcoursStrings } from '../../words/maps/parcours.ts';

/** Shown to somebody without a map, with the link to create one for those who may. */
export function NoMaps({ role }: { readonly role: Role }) {
  const words = parcoursStrings;
  const mayCreate = mayCreateParcours(role);
  return (
    <EmptyState
      icon={<MapPinned size={26} />}
      title={<English>{words.empty}</English>}
      hint={mayCreate ? words.emptyHint : words.emptyHintGuest}
      action={mayCreate ? <ButtonLink to={paths.createParcours}>{words.createFirst}</ButtonLink> : undefined}
    />
  );
}
