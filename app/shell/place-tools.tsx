import { FileUp, Info, Languages, ListChecks, ListOrdered, type LucideIcon, QrCode, TextQuote } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { mayEditParcours } from '../../contracts/permissions.ts';
import type { Place } from '../../contracts/place.ts';
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
const ImportPart = lazyPart(async () => (await import('./import-part.tsx')).ImportPart);
const VersionsTableSheet = lazyPart(async () => (await import('./version-sound.tsx')).VersionsTableSheet);
const TextsSheet = lazyPart(async () => (await import('./version-sound.tsx')).TextsSheet);
const PrintSheet = lazyPart(async () => (await import('../codes/print/print-sheet.tsx')).PrintSheet);
const AboutSheet = lazyPart(async () => (await import('../parcours/about/about-sheet.tsx')).AboutSheet);

/** The sheets of a parcours' tools. */
const SHEETS = {
  order: OrderSheet,
  many: ManySheet,
  import: ImportPart,
  versions: VersionsTableSheet,
  about: AboutSheet,
  codes: PrintSheet,
} as const;

/** Buttons for what changes a parcours and many of its places; each is loaded with its first use. */
export function PlaceTools({ parcoursId }: { readonly parcoursId: ParcoursId }) {
  const [opened, setOpened] = useState<keyof typeof SHEETS | null>(null);
  const { list } = useSnapshot(places);
  const { list: planned, steps } = useSnapshot(plan);
  const shown = countSteps(list, parcoursId);
  const all = countSteps(withSteps([...list, ...besidePlaces(planned, list)], steps), parcoursId);
  const close = (): void => setOpened(null);
  const OpenSheet = opened === null ? null : SHEETS[opened];
  return (
    <div className={layout.stack4}>
      <Tool
        Icon={ListOrdered}
        label={orderStrings.open}
        hint={orderStrings.openHint(all, all - shown)}
        onOpen={() => setOpened('order')}
      />
      <Tool Icon={ListChecks} label={manageStrings.open} hint={manageStrings.hint} onOpen={() => setOpened('many')} />
      <Tool Icon={FileUp} {...toolWords('import')} onOpen={() => setOpened('import')} />
      <Tool Icon={Languages} {...toolWords('versions')} onOpen={() => setOpened('versions')} />
      <Tool Icon={Info} {...toolWords('about')} onOpen={() => setOpened('about')} />
      <Tool Icon={QrCode} {...toolWords('codes')} onOpen={() => setOpened('codes')} />
      {OpenSheet !== null && (
        <PanelBoundary floats onGiveUp={close}>
          <Suspense>
            <OpenSheet parcoursId={parcoursId} onClose={close} />
          </Suspense>
        </PanelBoundary>
      )}
    </div>
  );
}

function toolWords(tool: 'texts' | 'versions' | 'about' | 'codes' | 'import'): {
  readonly label: string;
  readonly hint: string;
} {
  const { open: label, hint } = manageStrings[tool];
  return { label, hint };
}

/** A button for what a place says beside its name and sound, which is loaded with its first use. */
export function PlaceTexts({ place }: { readonly place: Place }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tool Icon={TextQuote} {...toolWords('texts')} onOpen={() => setOpen(true)} />
      {isOpen && <OpenTexts place={place} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What a place says beside its name and sound, opened. */
export function OpenTexts({ place, onClose }: { readonly place: Place; readonly onClose: () => void }) {
  return (
    <PanelBoundary floats onGiveUp={onClose}>
      <Suspense>
        <TextsSheet place={place} onClose={onClose} />
      </Suspense>
    </PanelBoundary>
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
