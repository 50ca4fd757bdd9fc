import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { paths } from '../paths.ts';
import { BundleCard } from './bundle-card.tsx';
import { BundleMenu } from './bundle-menu.tsx';
import { bundles, isBundled, reloadBundle } from './bundles.ts';
import type { DialogOffer } from './dialog.ts';
import { LoadFailure } from './load-failure.tsx';
import { NoMaps } from './no-maps.tsx';
import { parcours, selectParcours } from './parcours.ts';
import { ParcoursRow } from './parcours-row.tsx';
import { parcoursStrings } from './parcours-words.ts';
import { UnjoinedRow } from './unjoined-row.tsx';

/** Every bundle with its maps, after the card of the maps without a bundle. */
export function BundleList({ role, onOpenDialog }: DialogOffer) {
  const navigate = useNavigate();
  const { list, selectedIds, beingCreated } = useSnapshot(parcours);
  const { list: allBundles } = useSnapshot(bundles);
  const words = parcoursStrings;
  const joined = new Map(list.map((map) => [map.id, map]));
  const unbundled = list.filter((map) => !isBundled(allBundles, map.id));

  const open = useCallback(
    (id: ParcoursId) => {
      selectParcours(id);
      navigate(paths.home);
    },
    [navigate],
  );

  const rowOf = (map: (typeof list)[number]) => (
    <ParcoursRow
      key={map.id}
      parcours={map}
      role={role}
      isSelected={selectedIds.includes(map.id)}
      isBeingCreated={beingCreated?.id === map.id}
      onOpen={open}
      onOpenDialog={onOpenDialog}
    />
  );

  return (
    <>
      {unbundled.length === 0 && list.length > 0 ? null : (
        <BundleCard name={words.yourMaps} lang="en" count={unbundled.length} empty={<NoMaps />}>
          {unbundled.map(rowOf)}
        </BundleCard>
      )}
      {allBundles.map((bundle) => (
        <BundleCard
          key={bundle.id}
          name={bundle.name}
          description={bundle.description}
          // Maps from an earlier load are still shown.
          count={bundle.failure !== null && bundle.maps.length === 0 ? null : bundle.maps.length}
          failure={
            bundle.failure === null ? undefined : (
              <LoadFailure
                words={words.bundleMapsFailed}
                failure={bundle.failure}
                onRetry={() => reloadBundle(bundle.id)}
              />
            )
          }
          menu={<BundleMenu bundle={bundle} role={role} onOpenDialog={onOpenDialog} />}
        >
          {bundle.maps.map(({ map_id: id, map_name: name }) => {
            const map = joined.get(id);
            return map === undefined ? (
              <UnjoinedRow key={id} map={{ id, name }} role={role} onOpenDialog={onOpenDialog} />
            ) : (
              rowOf(map)
            );
          })}
        </BundleCard>
      ))}
    </>
  );
}
