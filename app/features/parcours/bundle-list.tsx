import { MapPinned, Pencil, Trash2 } from 'lucide-react';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { Bundle } from '../../../contracts/bundle.ts';
import { mayCreateParcours, mayManageBundles } from '../../../contracts/permissions.ts';
import type { ParcoursId, Role } from '../../../contracts/vocabulary.ts';
import { paths } from '../../paths.ts';
import { bundles, isBundled, refillBundle } from '../../state/maps/bundles.ts';
import { parcours, selectParcours } from '../../state/maps/parcours.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { English } from '../../ui/english.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { strings } from '../../words/strings.ts';
import type { Asked } from './asked.ts';
import { BundleCard } from './bundle-card.tsx';
import { LoadFailure } from './load-failure.tsx';
import { MapMenu } from './map-menu.tsx';
import { ParcoursRow } from './parcours-row.tsx';
import { UnjoinedRow } from './unjoined-row.tsx';

/** Every bundle with its maps, after the virtual one that holds the maps of no other. */
export function BundleList({ role, onAsk }: { readonly role: Role; readonly onAsk: (asked: Asked) => void }) {
  const navigate = useNavigate();
  const { list, selectedIds, beingCreated } = useSnapshot(parcours);
  const { list: filled } = useSnapshot(bundles);
  const words = strings.parcours;
  const known = new Map(list.map((listed) => [listed.id, listed]));
  const loose = list.filter((listed) => !isBundled(filled, listed.id));

  const open = useCallback(
    (id: ParcoursId) => {
      selectParcours(id);
      navigate(paths.home);
    },
    [navigate],
  );

  const rowOf = (listed: (typeof list)[number]) => (
    <ParcoursRow
      key={listed.id}
      parcours={listed}
      role={role}
      isSelected={selectedIds.includes(listed.id)}
      isBeingCreated={beingCreated?.id === listed.id}
      onOpen={open}
      onAsk={onAsk}
    />
  );

  return (
    <>
      {loose.length === 0 && list.length > 0 ? null : (
        <BundleCard name={words.yourMaps} lang="en" count={loose.length} empty={<NoMaps role={role} />}>
          {loose.map(rowOf)}
        </BundleCard>
      )}
      {filled.map((bundle) => (
        <BundleCard
          key={bundle.id}
          name={bundle.name}
          description={bundle.description}
          count={bundle.maps.length}
          failure={
            bundle.failure === null ? undefined : (
              <LoadFailure
                words={words.bundleMapsFailed}
                failure={bundle.failure}
                onRetry={() => refillBundle(bundle.id)}
              />
            )
          }
          menu={mayManageBundles(role) ? <BundleMenu bundle={bundle} onAsk={onAsk} /> : null}
        >
          {bundle.maps.map((map) => {
            const listed = known.get(map.map_id);
            if (listed !== undefined) return rowOf(listed);
            const asked = { id: map.map_id, name: map.map_name };
            return (
              <UnjoinedRow
                key={map.map_id}
                name={map.map_name}
                menu={<MapMenu map={asked} role={role} privilege={null} onAsk={onAsk} />}
              />
            );
          })}
        </BundleCard>
      ))}
    </>
  );
}

function NoMaps({ role }: { readonly role: Role }) {
  const words = strings.parcours;
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

function BundleMenu({ bundle, onAsk }: { readonly bundle: Bundle; readonly onAsk: (asked: Asked) => void }) {
  const words = strings.parcours;
  return (
    <MoreMenu
      label={words.moreAbout(bundle.name)}
      acts={[
        {
          label: words.editBundle,
          icon: <Pencil size={18} aria-hidden />,
          act: () => onAsk({ kind: 'edit-bundle', bundle }),
        },
        {
          label: words.removeBundle,
          icon: <Trash2 size={18} aria-hidden />,
          danger: true,
          act: () => onAsk({ kind: 'delete-bundle', bundle }),
        },
      ]}
    />
  );
}
