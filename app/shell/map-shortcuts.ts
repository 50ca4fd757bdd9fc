import { useEffect, useRef } from 'react';
import { middleOf } from '../map/layers/shape-geometry.ts';
import { findListed } from '../map/list/place-order.ts';
import type { MapView } from '../map/map-view.ts';
import { PLACE_ZOOM } from '../platform/map/projection.ts';
import { onKey } from '../platform/page/page-events.ts';
import { Scope } from '../platform/scope.ts';
import { storage } from '../platform/storage/storage.ts';
import { choosePlace, listening, pauseStory, playStory, retryStory, skipStory } from '../walk/listening.ts';
import { SKIP_S } from '../walk/media-controls.ts';

type Shortcut = 'play' | 'back' | 'ahead' | 'previous' | 'next' | 'search' | 'help' | 'close';

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly repeat: boolean;
  readonly defaultPrevented: boolean;
}

/** By the character, not by the key: '/' and '?' need Shift on some keyboards but not on others. */
const CHARACTERS: Readonly<Record<string, Shortcut>> = { '/': 'search', '?': 'help' };
const ARROWS: Readonly<Record<string, Shortcut>> = {
  ArrowLeft: 'back',
  ArrowRight: 'ahead',
  ArrowUp: 'previous',
  ArrowDown: 'next',
};

/** Elements for typing text. */
const TYPED_IN = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]';
/** Elements that the space bar presses. */
const PRESSED =
  'button, a[href], summary, input, label, [role="button"], [role="switch"], [role="tab"], [role="option"], [role="radio"], [role="slider"]';
/** Elements in which the arrows move something, including the map's canvas. */
const MOVED = 'canvas, input, [role="slider"], [role="tab"], [role="radio"], [role="option"], [role="listbox"]';
/** Elements that up, down and the space bar scroll. */
const SCROLLED = '[data-scrolls]';
/** Open overlays, which have their own keys. */
const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]';

/** Returns the shortcut of a key press; null if the key belongs to the focused element or an open overlay. */
export function findShortcut(press: KeyPress, target: Element): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, defaultPrevented } = press;
  if (defaultPrevented || ctrlKey || metaKey || altKey) return null;
  if (target.closest(TYPED_IN) !== null || target.ownerDocument.querySelector(OVERLAYS) !== null) return null;
  if (key === 'Escape') return 'close';
  const called = CHARACTERS[key];
  if (called !== undefined) return called;
  const isScrolled = target.closest(SCROLLED) !== null;
  if (key === ' ') return repeat || isScrolled || target.closest(PRESSED) !== null ? null : 'play';
  const arrow = ARROWS[key];
  if (arrow === undefined || shiftKey || target.closest(MOVED) !== null) return null;
  return isScrolled && (arrow === 'previous' || arrow === 'next') ? null : arrow;
}

interface ShortcutTargets {
  readonly isOn: boolean;
  /** False while an editor or the rehearsal replaces the player. */
  readonly hasPlayer: boolean;
  readonly view: MapView | null;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
  /** Returns false if nothing was open. */
  readonly onClose: () => boolean;
}

/** The keyboard shortcuts of the map: play, seek, choose, search, help. */
export function useMapShortcuts({ isOn, hasPlayer, view, onSearch, onHelp, onClose }: ShortcutTargets): void {
  useShortcuts(isOn, (shortcut) => {
    if (shortcut === 'help') onHelp();
    else if (shortcut === 'search') onSearch();
    // Escape belongs to the editor, where it discards a shape.
    else if (!hasPlayer) return false;
    else if (shortcut === 'close') return onClose();
    else if (shortcut === 'previous' || shortcut === 'next') return chooseBeside(shortcut, view);
    else return playOrSeek(shortcut);
    return true;
  });
}

function playOrSeek(shortcut: Extract<Shortcut, 'play' | 'back' | 'ahead'>): boolean {
  const { phase, isBuffering } = listening.audio;
  if (listening.walk.selected === null || listening.noAudio || phase === 'empty') return false;
  if (phase === 'loading') return true;
  if (phase === 'failed') {
    if (shortcut === 'play') retryStory();
    return shortcut === 'play';
  }
  if (shortcut === 'back') skipStory(-SKIP_S);
  else if (shortcut === 'ahead') skipStory(SKIP_S);
  else if (phase === 'playing' || isBuffering) pauseStory();
  else void playStory();
  return true;
}

function chooseBeside(shortcut: Extract<Shortcut, 'previous' | 'next'>, view: MapView | null): boolean {
  const place = findListed(shortcut === 'next' ? 1 : -1);
  if (place === undefined) return false;
  choosePlace(place.id);
  view?.flyTo(middleOf(place.feature), PLACE_ZOOM);
  return true;
}

/**
 * Listens to the shortcuts while `isOn`. Escape works even if the person has switched the others off.
 *
 * @param run returns whether the shortcut had an effect; otherwise the browser handles the key
 */
function useShortcuts(isOn: boolean, run: (shortcut: Shortcut) => boolean): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!isOn) return;
    const scope = new Scope();
    onKey(scope, (event) => {
      const shortcut = event.target instanceof Element ? findShortcut(event, event.target) : null;
      if (shortcut === null || (storage.read('shortcutsOff') && shortcut !== 'close')) return;
      if (latest.current(shortcut)) event.preventDefault();
    });
    return () => scope.dispose();
  }, [isOn]);
}
