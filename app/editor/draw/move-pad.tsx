import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { editorStrings } from '../editor-words.ts';
import styles from './move-pad.module.css';

/** How far an arrow key moves the crosshair or a vertex. */
const DRAW_STEP_PX = 12;
/** With the shift key. */
const DRAW_STEP_LARGE_PX = 60;

/** A movement on the screen in CSS pixels, to the right and down. */
export type Step = readonly [x: number, y: number];

const DIRECTIONS: Readonly<Record<string, Step>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the step of an arrow key, larger with Shift; null for other keys. */
export function stepOfKey({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Step | null {
  const direction = DIRECTIONS[key];
  if (direction === undefined) return null;
  const px = shiftKey ? DRAW_STEP_LARGE_PX : DRAW_STEP_PX;
  return [direction[0] * px, direction[1] * px];
}

/** Four buttons with the effect of the arrow keys. */
export function MovePad({ onMove }: { readonly onMove: (step: Step) => void }) {
  const words = editorStrings.drawing;
  const buttons = [
    { key: 'ArrowUp', label: words.north, Icon: ArrowUp, place: styles.up },
    { key: 'ArrowLeft', label: words.west, Icon: ArrowLeft, place: styles.left },
    { key: 'ArrowRight', label: words.east, Icon: ArrowRight, place: styles.right },
    { key: 'ArrowDown', label: words.south, Icon: ArrowDown, place: styles.down },
  ];
  return (
    <div className={styles.pad}>
      {buttons.map(({ key, label, Icon, place }) => (
        <IconButton
          key={key}
          label={label}
          icon={<Icon size={20} aria-hidden />}
          className={place ?? ''}
          onClick={({ shiftKey }) => {
            const step = stepOfKey({ key, shiftKey });
            if (step !== null) onMove(step);
          }}
        />
      ))}
    </div>
  );
}
