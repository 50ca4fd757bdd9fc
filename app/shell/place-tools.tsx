import { ListChecks, ListOrdered, type LucideIcon } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { mayEditParcours } from '../../contracts/permissions.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { findSelected, parcours } from '../parcours/parcours.ts';
import { countSteps, withSteps } from '../places/order/in-order.ts';
import { orderStrings } from '../places/order/order-words.ts';
import { manageStrings } from '../places/place-words.ts';
import { places } from '../places/places.ts';
import { besidePlaces, plan } from '../places/plan.ts';
import { session } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Hint } from '../ui/hint.tsx';
import layout from '../ui/layout.module.css';
import { lazyPart } from '../ui/lazy-part.ts';
import { PanelBoundary } from './panel-boundary.tsx';
import styles from './panes.module.css';

const OrderSheet = lazyPart(async () => (await import('../places/order/order-sheet.tsx')).OrderSheet);
const ManySheet = lazyPart(async () => (await import('../places/many/many-sheet.tsx')).ManySheet);

/** Buttons for the order of the places of a parcours and for changing many of them; each is loaded with its first use. */
export function PlaceTools({ parcoursId }: { readonly parcoursId: ParcoursId }) {
  const [opened, setOpened] = useState<'order' | 'many' | null>(null);
  const { list } = useSnapshot(places);
  const { list: planned, steps } = useSnapshot(plan);
  const shown = countSteps(list, parcoursId);
  const all = countSteps(withSteps([...list, ...besidePlaces(planned, list)], steps), parcoursId);
  const close = (): void => setOpened(null);
  return (
    <div className={layout.stack4}>
      <Tool
        Icon={ListOrdered}
        label={orderStrings.open}
        hint={orderStrings.openHint(all, all - shown)}
        onOpen={() => setOpened('order')}
      />
      <Tool Icon={ListChecks} label={manageStrings.open} hint={manageStrings.hint} onOpen={() => setOpened('many')} />
      {opened !== null && (
        <PanelBoundary floats onGiveUp={close}>
          <Suspense>
            {opened === 'order' ? (
              <OrderSheet parcoursId={parcoursId} onClose={close} />
            ) : (
              <ManySheet parcoursId={parcoursId} onClose={close} />
            )}
          </Suspense>
        </PanelBoundary>
      )}
    </div>
  );
}

function Tool({
  Icon,
  label,
  hint,
  onOpen,
}: {
  readonly Icon: LucideIcon;
  readonly label: string;
  readonly hint: string;
  readonly onOpen: () => void;
}) {
  const hintId = useId();
  return (
    <div className={layout.stack1}>
      <Button
        variant="secondary"
        wide
        icon={<Icon size={18} aria-hidden />}
        aria-haspopup="dialog"
        aria-describedby={hintId}
        onClick={onOpen}
      >
        {label}
      </Button>
      <Hint id={hintId}>{hint}</Hint>
    </div>
  );
}

/** {@link PlaceTools} below the list of places, for people who may edit the parcours: the chosen one, or that with `parcoursId`. */
export function ToolsBelowList({ parcoursId }: { readonly parcoursId?: ParcoursId }) {
  const { user } = useSnapshot(session);
  const state = useSnapshot(parcours);
  const chosen = parcoursId === undefined ? findSelected(state) : state.list.find(({ id }) => id === parcoursId);
  if (user === null || chosen === undefined || !mayEditParcours(user.role, chosen.privilege)) return null;
  return (
    <div className={styles.belowList}>
      <PlaceTools key={chosen.id} parcoursId={chosen.id} />
    </div>
  );
}
