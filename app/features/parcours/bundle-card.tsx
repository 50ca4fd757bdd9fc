import { ChevronDown, MapPinned } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { mayCreateParcours } from '../../../contracts/permissions.ts';
import { paths } from '../../paths.ts';
import { strings } from '../../platform/strings.ts';
import { parcours, selectParcours, toggleBeingCreated, toggleSelected } from '../../state/parcours.ts';
import { session } from '../../state/session.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { English } from '../../ui/english.tsx';
import styles from './parcours.module.css';
import { ParcoursRow } from './parcours-row.tsx';

/** The virtual bundle that holds the maps which are in no other bundle. Opens and closes. */
export function BundleCard() {
  const navigate = useNavigate();
  const { user } = useSnapshot(session);
  const { list, selectedIds, beingCreated } = useSnapshot(parcours);
  const [open, setOpen] = useState(true);
  const words = strings.parcours;
  if (!user) return null;
  const mayCreate = mayCreateParcours(user.role);

  return (
    <Collapsible.Root asChild open={open} onOpenChange={setOpen}>
      <Card className={styles.bundle} aria-label={words.yourMaps}>
        <Collapsible.Trigger className={styles.bundleHead}>
          <span lang="en" className={styles.bundleName}>
            {words.yourMaps}
          </span>
          <span lang="en" className={styles.count}>
            {words.count(list.length)}
          </span>
          <ChevronDown size={20} className={styles.chevron} aria-hidden />
        </Collapsible.Trigger>
        <Collapsible.Content>
          {list.length === 0 ? (
            <EmptyState
              icon={<MapPinned size={26} />}
              title={<English>{words.empty}</English>}
              hint={mayCreate ? words.emptyHint : words.emptyHintGuest}
              action={mayCreate ? <ButtonLink to={paths.createParcours}>{words.createFirst}</ButtonLink> : undefined}
            />
          ) : (
            <ul className={styles.rows}>
              {list.map((listed) => (
                <ParcoursRow
                  key={listed.id}
                  parcours={listed}
                  role={user.role}
                  isSelected={selectedIds.includes(listed.id)}
                  isBeingCreated={beingCreated?.id === listed.id}
                  onOpen={() => {
                    selectParcours(listed.id);
                    navigate(paths.home);
                  }}
                  onToggleSelected={() => toggleSelected(listed.id)}
                  onToggleBeingCreated={() => toggleBeingCreated(listed)}
                />
              ))}
            </ul>
          )}
        </Collapsible.Content>
      </Card>
    </Collapsible.Root>
  );
}
