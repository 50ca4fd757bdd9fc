import { Marker } from 'maplibre-gl';
import type { Position } from '../../../contracts/geo.ts';
import type { Scope } from '../../platform/scope.ts';
import { type LngLat, moveBy, offsetM } from '../../position/coordinates.ts';

/** How far an arrow key moves a false position, without and with Shift. */
const STEP_M = 2;
const LONG_STEP_M = 20;

/** How far the walker moves between two pulses of the dot. At rest nothing moves, so nothing is drawn for hours. */
const PULSE_EVERY_M = 5;

const KEYS: Readonly<Record<string, readonly [east: number, north: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The meaning of the dot: the device's position, one set by hand, or the walker of a rehearsal. */
export type WalkerKind = 'real' | 'false' | 'simulated';

/** What screen readers say of the dot, and what it shows beside a false position. */
export interface WalkerTexts {
  readonly label: (kind: WalkerKind) => string;
  readonly falseMark: () => string;
}

/** The walker's dot on the map. */
export interface WalkerDot {
  readonly marker: Marker;
  /** Sets the kind; a false position can be dragged, and moved with the arrow keys. */
  setKind(kind: WalkerKind): void;
  /** Reads the texts again, whose language has changed. */
  nameAnew(): void;
  /** Moves the dot, which pulses once every few metres. */
  moveTo(position: LngLat): void;
}

/** Makes `element` the walker's dot. `onMoved` is called with the new position of a false one. */
export function createWalkerDot(
  scope: Scope,
  element: HTMLElement,
  texts: WalkerTexts,
  onMoved: (position: Position) => void,
): WalkerDot {
  const marker = new Marker({ element, rotationAlignment: 'map' });
  let shown: WalkerKind | null = null;

  function setKind(kind: WalkerKind): void {
    if (kind === shown) return;
    shown = kind;
    marker.setDraggable(kind === 'false');
    element.toggleAttribute('data-false', kind !== 'real');
    element.setAttribute('role', kind === 'false' ? 'button' : 'img');
    if (kind === 'false') element.tabIndex = 0;
    else element.removeAttribute('tabindex');
    nameAnew();
  }

  function nameAnew(): void {
    element.dataset.mark = texts.falseMark();
    if (shown !== null) element.setAttribute('aria-label', texts.label(shown));
  }

  let pulsedAt: LngLat | null = null;
  function moveTo(position: LngLat): void {
    marker.setLngLat(position);
    if (pulsedAt !== null && Math.hypot(...offsetM(pulsedAt, position)) < PULSE_EVERY_M) return;
    pulsedAt = position;
    element.toggleAttribute('data-pulse', true);
  }
  scope.listen(element, 'animationend', () => element.removeAttribute('data-pulse'));

  marker.on('dragend', () => {
    const { lng, lat } = marker.getLngLat();
    onMoved([lng, lat]);
  });
  scope.listen<KeyboardEvent>(element, 'keydown', (event) => {
    const direction = KEYS[event.key];
    if (shown !== 'false' || direction === undefined) return;
    event.preventDefault();
    // Otherwise the map would move as well.
    event.stopPropagation();
    const stepM = event.shiftKey ? LONG_STEP_M : STEP_M;
    const { lng, lat } = moveBy(marker.getLngLat(), [direction[0] * stepM, direction[1] * stepM]);
    onMoved([lng, lat]);
  });
  setKind('real');
  return { marker, setKind, nameAnew, moveTo };
}
