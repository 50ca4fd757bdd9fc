/** The command of a key on the map's screen. */
export type Shortcut = 'play' | 'back' | 'ahead' | 'previous' | 'next' | 'search' | 'help' | 'close';

/** The relevant part of a key press. */
export interface KeyPress {
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

/**
 * Returns the shortcut of a key press on `target`; null if the key belongs to the focused element or an open overlay.
 */
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
