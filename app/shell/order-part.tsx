import { ListOrdered } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { mayEditParcours } from '../../contracts/permissions.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { findSelected, parcours } from '../parcours/parcours.ts';
import { countSteps } from '../places/order/in-order.ts';
import { orderStrings } from '../places/order/order-words.ts';
import { places } from '../places/places.ts';
import { session } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Hint } from '../ui/hint.tsx';
import layout from '../ui/layout.module.css';
import { lazyPart } from '../ui/lazy-part.ts';
import { PanelBoundary } from './panel-boundary.tsx';
import styles from './panes.module.css';

const OrderSheet = lazyPart(async () => (await import('../places/order/order-sheet.tsx')).OrderSheet);

/** A button that opens the order of the places of a parcours, which is loaded with its first use. */
export function OrderPart({ parcoursId }: { readonly parcoursId: ParcoursId }) {
  const [isOpen, setOpen] = useState(false);
  const { list } = useSnapshot(places);
  const hintId = useId();
  return (
    <div className={layout.stack1}>
      <Button
        variant="secondary"
        wide
        icon={<ListOrdered size={18} aria-hidden />}
        aria-haspopup="dialog"
        aria-describedby={hintId}
        onClick={() => setOpen(true)}
      >
        {orderStrings.open}
      </Button>
      <Hint id={hintId}>{orderStrings.openHint(countSteps(list, parcoursId))}</Hint>
      {isOpen && (
        <PanelBoundary floats onGiveUp={() => setOpen(false)}>
          <Suspense>
            <OrderSheet parcoursId={parcoursId} onClose={() => setOpen(false)} />
          </Suspense>
        </PanelBoundary>
      )}
    </div>
  );
}

/** {@link OrderPart} below the list of places, for people who may edit the parcours. */
export function OrderBelowList() {
  const { user } = useSnapshot(session);
  const chosen = findSelected(useSnapshot(parcours));
  if (user === null || chosen === undefined || !mayEditParcours(user.role, chosen.privilege)) return null;
  return (
    <div className={styles.belowList}>
      <OrderPart key={chosen.id} parcoursId={chosen.id} />
    </div>
  );
}
