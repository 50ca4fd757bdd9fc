import { MessageCircleWarning, TrafficCone } from 'lucide-react';
import { Suspense, useEffect, useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Parcours } from '../../contracts/parcours.ts';
import { mayChangePlace } from '../../contracts/permissions.ts';
import type { Place } from '../../contracts/place.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { remarkStrings, sendRemarkStrings } from '../moderation/remarks/remark-words.ts';
import { loadRemarks, remarks } from '../moderation/remarks/remarks.ts';
import { parcours } from '../parcours/parcours.ts';
import { formatPlaceName } from '../places/place-words.ts';
import { session } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Hint } from '../ui/hint.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import layout from '../ui/layout.module.css';
import { lazyPart } from '../ui/lazy-part.ts';
import { PanelBoundary } from './panel-boundary.tsx';
import { useShowOnMap } from './show-on-map.ts';

const RemarkSheet = lazyPart(async () => (await import('../moderation/remarks/remark-sheet.tsx')).RemarkSheet);
const RemarksSheet = lazyPart(async () => (await import('../moderation/remarks/remarks-sheet.tsx')).RemarksSheet);

/** Opens the remarks of a parcours that the person may answer. Renders nothing while there are none. */
export function RemarksPart({ map }: { readonly map: Pick<Parcours, 'id' | 'remark_count'> }) {
  const [isOpen, setOpen] = useState(false);
  const hintId = useId();
  const count = map.remark_count ?? 0;
  // The sheet stays open when the last one is closed.
  if (count === 0 && !isOpen) return null;
  const close = (): void => setOpen(false);
  return (
    <div className={layout.stack1}>
      <Button
        variant="secondary"
        wide
        icon={<MessageCircleWarning size={18} aria-hidden />}
        aria-haspopup="dialog"
        aria-describedby={hintId}
        onClick={() => setOpen(true)}
      >
        {remarkStrings.open(count)}
      </Button>
      <Hint id={hintId}>{remarkStrings.openHint}</Hint>
      {isOpen && (
        <PanelBoundary floats onGiveUp={close}>
          <Suspense>
            <RemarksOfMap parcoursId={map.id} onClose={close} />
          </Suspense>
        </PanelBoundary>
      )}
    </div>
  );
}

function RemarksOfMap({ parcoursId, onClose }: { readonly parcoursId: ParcoursId; readonly onClose: () => void }) {
  const showOnMap = useShowOnMap();
  return (
    <RemarksSheet
      parcoursId={parcoursId}
      onShow={(placeId) => {
        onClose();
        void showOnMap(parcoursId, placeId);
      }}
      onClose={onClose}
    />
  );
}

/** 'Quelque chose ne va pas ici' for visitors of a place; for those who may change it, what visitors have said, if anything. */
export function PlaceRemarks({ place }: { readonly place: Place }) {
  const { user } = useSnapshot(session);
  const map = useSnapshot(parcours).list.find(({ id }) => id === place.map.id);
  const mayAnswer = user !== null && mayChangePlace(user.role, map?.privilege ?? null, user.id === place.userId);
  return mayAnswer ? <SaidOfPlace place={place} countOfMap={map?.remark_count ?? 0} /> : <RemarkButton place={place} />;
}

function RemarkButton({ place }: { readonly place: Place }) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <IconButton
        label={sendRemarkStrings.at(formatPlaceName(place.appelation))}
        icon={<TrafficCone size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <PanelBoundary floats onGiveUp={close}>
          <Suspense>
            <RemarkSheet place={place} onClose={close} />
          </Suspense>
        </PanelBoundary>
      )}
    </>
  );
}

/** @param countOfMap number of remarks of the parcours that the person may answer */
function SaidOfPlace({ place, countOfMap }: { readonly place: Place; readonly countOfMap: number }) {
  const [isOpen, setOpen] = useState(false);
  const { list } = useSnapshot(remarks);
  const parcoursId = place.map.id;
  useEffect(() => {
    if (countOfMap > 0 && (remarks.parcoursId !== parcoursId || remarks.list.length !== countOfMap)) {
      void loadRemarks(parcoursId);
    }
  }, [countOfMap, parcoursId]);
  const count = list.filter(({ placeId }) => placeId === place.id).length;
  if (count === 0 && !isOpen) return null;
  const close = (): void => setOpen(false);
  return (
    <>
      <IconButton
        label={remarkStrings.open(count)}
        icon={<MessageCircleWarning size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <PanelBoundary floats onGiveUp={close}>
          <Suspense>
            <RemarksSheet parcoursId={parcoursId} placeId={place.id} onShow={close} onClose={close} />
          </Suspense>
        </PanelBoundary>
      )}
    </>
  );
}
