import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** This near to the edge of what scrolls, a dragged row scrolls it; at the bottom, a button covers its rows. */
const EDGES_PX = { top: 56, bottom: 140 };
const SCROLL_STEP_PX = 10;
const SCROLL_PERIOD_MS = 16;

interface Drag {
  readonly row: string;
  readonly list: HTMLElement;
  /** Where the pointer is, from the top of the window. */
  y: number;
  /** Ends the scrolling beside the list. */
  readonly end: () => void;
}

/**
 * Lets the rows of a list be dragged by their grips. Rows have `data-row`, with a text that tells them apart, and grips
 * `data-drag`, with `touch-action: none`. Fixed rows between them, which can't be dragged, have a `data-row`, too.
 *
 * @param onMove called when the dragged row gets among the others, with the number of those above it
 * @returns the row being dragged, and handlers for an element around the rows
 */
export function useRowDrag(onMove: (row: string, index: number) => void) {
  const drag = useRef<Drag | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const end = (): void => {
    drag.current?.end();
    drag.current = null;
    setDragged(null);
  };
  useEffect(() => () => drag.current?.end(), []);

  const follow = ({ list, row, y }: Drag): void => {
    const others = [...list.querySelectorAll<HTMLElement>('[data-row]')].filter(({ dataset }) => dataset.row !== row);
    onMove(row, others.filter((other) => middleOf(other) < y).length);
  };
  const latest = useRef(follow);
  latest.current = follow;

  return {
    dragged,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const { target, currentTarget: list, pointerId, button, clientY } = event;
        const grip = target instanceof Element ? target.closest('[data-drag]') : null;
        const row = grip?.closest<HTMLElement>('[data-row]')?.dataset.row;
        if (row === undefined || button !== 0 || drag.current !== null) return;
        // Otherwise a mouse would select the texts that it passes.
        event.preventDefault();
        // The list and not the grip, which moves in the document and would lose the pointer.
        list.setPointerCapture(pointerId);
        const begun: Drag = { row, list, y: clientY, end: () => clearInterval(scrolling) };
        const scrolling = setInterval(() => {
          if (scrollBeside(begun)) latest.current(begun);
        }, SCROLL_PERIOD_MS);
        drag.current = begun;
        setDragged(row);
      },
      onPointerMove: ({ clientY }: PointerEvent) => {
        if (drag.current === null) return;
        drag.current.y = clientY;
        follow(drag.current);
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

function middleOf(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

/** Scrolls what the list is in while the pointer is near its edge. Returns whether it did. */
function scrollBeside({ list, y }: Drag): boolean {
  let frame = list.parentElement;
  while (frame !== null && frame.scrollHeight <= frame.clientHeight) frame = frame.parentElement;
  if (frame === null) return false;
  const { top, bottom } = frame.getBoundingClientRect();
  const before = frame.scrollTop;
  if (y < top + EDGES_PX.top) frame.scrollTop -= SCROLL_STEP_PX;
  else if (y > bottom - EDGES_PX.bottom) frame.scrollTop += SCROLL_STEP_PX;
  return frame.scrollTop !== before;
}
