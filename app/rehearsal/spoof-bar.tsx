import { Crosshair, Route } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { editorTools, isSpoofing } from '../parcours/editor-tools.ts';
import { Button } from '../ui/button.tsx';
import type { ShownMap } from './rehearsal.ts';
import { rehearsal } from './rehearsal.ts';
import { openRehearsal } from './rehearsal-tool.ts';
import { rehearsalStrings } from './rehearsal-words.ts';
import styles from './spoof-bar.module.css';
import { setSpoofedPosition } from './spoofer.ts';

const words = rehearsalStrings;

/** While the Spoofer is on: sets the position without a pointer, and opens the rehearsal. */
export function SpoofBar({ view }: { readonly view: ShownMap | null }) {
  const isOn = isSpoofing(useSnapshot(editorTools));
  const { isOpen } = useSnapshot(rehearsal);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (!isOn) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <div role="group" aria-label={words.tools} className={styles.bar}>
      <Button
        variant="secondary"
        icon={<Crosshair size={20} aria-hidden />}
        disabled={view === null}
        onClick={() => {
          if (view !== null) setSpoofedPosition(view.readCentre());
        }}
      >
        {words.standHere}
      </Button>
      {!isOpen && (
        <Button ref={opener} variant="secondary" icon={<Route size={20} aria-hidden />} onClick={openRehearsal}>
          {words.open}
        </Button>
      )}
    </div>
  );
}
