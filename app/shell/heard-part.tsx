import { ChartBar } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { heardStrings } from '../parcours/heard/heard-words.ts';
import { Button } from '../ui/button.tsx';
import { Hint } from '../ui/hint.tsx';
import layout from '../ui/layout.module.css';
import { lazyPart } from '../ui/lazy-part.ts';
import { PanelBoundary } from './panel-boundary.tsx';

const HeardSheet = lazyPart(async () => (await import('../parcours/heard/heard-sheet.tsx')).HeardSheet);

/** A button that opens what was heard on a parcours, which is loaded with its first use. */
export function HeardPart({
  parcoursId,
  name,
  isAmongOthers = false,
}: {
  readonly parcoursId: ParcoursId;
  readonly name: string;
  /** Several maps have such a button: each says of which it is. */
  readonly isAmongOthers?: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const hintId = useId();
  return (
    <div className={isAmongOthers ? undefined : layout.stack1}>
      <Button
        variant="secondary"
        wide={!isAmongOthers}
        icon={<ChartBar size={18} aria-hidden />}
        aria-haspopup="dialog"
        aria-label={isAmongOthers ? heardStrings.openOf(name) : undefined}
        aria-describedby={isAmongOthers ? undefined : hintId}
        onClick={() => setOpen(true)}
      >
        {heardStrings.open}
      </Button>
      {!isAmongOthers && <Hint id={hintId}>{heardStrings.openHint}</Hint>}
      {isOpen && (
        <PanelBoundary floats onGiveUp={() => setOpen(false)}>
          <Suspense>
            <HeardSheet parcoursId={parcoursId} name={name} onClose={() => setOpen(false)} />
          </Suspense>
        </PanelBoundary>
      )}
    </div>
  );
}
