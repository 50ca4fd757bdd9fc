import { FileAudio, Mic, X } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { PlannedPlace } from '../../../contracts/planned-place.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { plan } from '../../places/plan.ts';
import { distanceFromFix, isHere } from '../../position/distance.ts';
import { location } from '../../position/location.ts';
import { session } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { formatAway } from '../../ui/number-words.ts';
import typography from '../../ui/typography.module.css';
import { listening } from '../../walk/listening.ts';
import { keepPlannedInView } from '../../walk/map-focus.ts';
import { ApprovalHint } from '../approval-hint.tsx';
import { openUpload } from '../composer/uploads.ts';
import { wordsForDropFault } from '../drop-fault-words.ts';
import { outbox } from '../drop-services.ts';
import { dropStrings } from '../drop-words.ts';
import styles from '../record/record-card.module.css';
import { recordPlanned } from '../record/takes.ts';
import { chooseCard, closePlanned, fillCard, withoutQueued } from './fill.ts';
import { fillStrings, titleOfCard, wordsForAsked } from './fill-words.ts';

/** The element of the card, which gets the focus of a control that opens it and disappears. */
export const FILL_CARD_ID = 'fill-card';

/** Renders the button that reports a planned place. */
export type RenderReport = (planned: PlannedPlace) => ReactNode;

/** Returns the planned place that was chosen, or at which the person stands; null if there is none. */
export function useCardPlace(): PlannedPlace | null {
  const { user } = useSnapshot(session);
  const { list } = useSnapshot(plan);
  const { items } = useSnapshot(outbox);
  const shown = useSnapshot(fillCard);
  const { fix } = useSnapshot(location);
  const { onSite } = useSnapshot(listening).walk;
  const open = useMemo(() => withoutQueued(list, items), [list, items]);
  // A walk has its own notes at each place.
  return chooseCard(open, shown, onSite ? null : fix, user?.id);
}

interface FillCardProps {
  readonly planned: PlannedPlace | null;
  readonly renderReport?: RenderReport | undefined;
}

/** The card of a planned place, which can be filled from here. */
export function FillCard({ planned, renderReport }: FillCardProps) {
  const { user } = useSnapshot(session);
  return (
    <>
      {/* It appears by itself, wherever the focus is. */}
      <p role="status" className="visually-hidden">
        {planned && `${titleOfCard(planned, user?.id)}\u00a0: ${formatPlaceName(planned.appelation)}`}
      </p>
      {planned && <Card key={planned.id} planned={planned} report={renderReport?.(planned)} />}
    </>
  );
}

function Card({ planned, report }: { readonly planned: PlannedPlace; readonly report: ReactNode }) {
  const { user } = useSnapshot(session);
  const { id, map, state, appelation } = planned;
  const asked = wordsForAsked(planned, user?.id);
  const title = titleOfCard(planned, user?.id);
  useEffect(() => keepPlannedInView(id), [id]);
  const begin = (start: () => void): void => {
    closePlanned(id);
    start();
  };
  return (
    <section id={FILL_CARD_ID} className={styles.card} aria-label={title} tabIndex={-1}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {report}
        <IconButton label={strings.app.close} icon={<X size={18} aria-hidden />} onClick={() => closePlanned(id)} />
      </div>
      <p className={styles.place}>
        <strong>{formatPlaceName(appelation)}</strong> <Away planned={planned} />
      </p>
      {asked !== null && title === fillStrings.card[state] && <p>{asked}</p>}
      <p className={typography.soft}>{fillStrings.more[state]}</p>
      {state === 'planned' && <ApprovalHint parcoursId={map.id} />}
      {state === 'planned' && (
        <div className={styles.acts}>
          <Button icon={<Mic size={20} aria-hidden />} onClick={() => begin(() => recordPlanned(planned))}>
            {fillStrings.record}
          </Button>
          <Button
            variant="secondary"
            icon={<FileAudio size={18} aria-hidden />}
            onClick={() => begin(() => openUpload((why) => showNotice(wordsForDropFault(why)), planned))}
          >
            {dropStrings.openFile}
          </Button>
        </div>
      )}
    </section>
  );
}

/** How far away a planned place is; nothing without a position. */
function Away({ planned }: { readonly planned: PlannedPlace }) {
  const { fix } = useSnapshot(location);
  if (fix === null) return null;
  const away = distanceFromFix(fix, planned.feature);
  return (
    <span className={typography.soft}>{isHere(away) ? fillStrings.here : fillStrings.away(formatAway(away))}</span>
  );
}
