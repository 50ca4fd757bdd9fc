import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './row-moves.module.css';

/** The grip by which `useRowDrag` lets a row be dragged. A child of the row, or of its head. */
export function RowGrip() {
  return (
    <span className={styles.grip} data-drag aria-hidden>
      <GripVertical size={20} />
    </span>
  );
}

interface Move {
  readonly label: string;
  /** It keeps the focus, and does nothing. */
  readonly isDisabled: boolean;
  readonly move: (event: MouseEvent<HTMLElement>) => void;
}

/**
 * The buttons that move a row without dragging it, with a `data-part` by which the list keeps the focus on them.
 *
 * @param children further buttons of the row
 */
export function RowMoves({
  up,
  down,
  children,
}: {
  readonly up: Move;
  readonly down: Move;
  readonly children?: ReactNode;
}) {
  return (
    <span className={styles.moves}>
      <IconButton
        data-part="up"
        label={up.label}
        icon={<ChevronUp size={22} aria-hidden />}
        aria-disabled={up.isDisabled || undefined}
        onClick={(event) => (up.isDisabled ? undefined : up.move(event))}
      />
      <IconButton
        data-part="down"
        label={down.label}
        icon={<ChevronDown size={22} aria-hidden />}
        aria-disabled={down.isDisabled || undefined}
        onClick={(event) => (down.isDisabled ? undefined : down.move(event))}
      />
      {children}
    </span>
  );
}
