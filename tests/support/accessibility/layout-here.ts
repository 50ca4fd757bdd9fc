import { page, userEvent } from 'vitest/browser';
import shell from '../../../app/shell/home-shell.module.css';
import { settle } from './axe-faults.ts';
import { faultsHereInBothLooks } from './axe-here.ts';
import { findFaults, type Looked, listMissed, markUsable, readStop, WINDOWS } from './layout-in-page.ts';
import '../../../app/ui/fonts.css';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';

/**
 * What is wrong with the screen that this page shows: what axe finds in both looks, and what is cut, covered, too small or beyond
 * the window in windows of 320 to 1,440 px, with text of normal and of twice its size. The window is the same afterwards.
 *
 * @param maxWidth the widest window to look at, where wider ones show another screen
 */
export async function screenFaultsHere({ maxWidth = 1440 } = {}): Promise<string[]> {
  const leave = enterFrame();
  await loadFonts();
  const faults = await faultsHereInBothLooks(true);
  const [width, height] = [innerWidth, innerHeight];
  for (const { textSize, ...window } of WINDOWS.filter(({ width }) => width <= maxWidth)) {
    document.documentElement.style.fontSize = textSize;
    resize(window);
    await settle();
    faults.push(...findFaults().map((fault) => `at ${window.width} px, text of ${textSize}: ${fault}`));
  }
  document.documentElement.style.removeProperty('font-size');
  await page.viewport(width, height);
  leave();
  return faults;
}

/** What Tab does not come to of what can be used on the page, or comes to without showing it. The focus moves. */
export async function missedByTabHere(): Promise<string[]> {
  const count = markUsable();
  const seen = new Set<string>();
  // Radio buttons are one stop together, and what scrolls is one, too.
  for (let presses = 0; presses < 2 * count + 10 && seen.size < count; presses++) {
    await userEvent.tab();
    const at = readStop();
    if (at?.isMarked) seen.add(at.stop);
  }
  return listMissed([...seen]);
}

/**
 * Gives the screen its size in the app: the whole window, or, for a `main` without a style (the home shell's), the place
 * beside the map.
 *
 * @returns takes it away again
 */
function enterFrame(): () => void {
  const root = document.body.firstElementChild;
  if (root === null) throw new Error('Got a page that shows nothing');
  const main = document.querySelector('main:not([class])');
  if (root !== main) root.id = 'root';
  if (main !== null) main.className = shell.beside ?? '';
  return () => {
    root.removeAttribute('id');
    main?.removeAttribute('class');
  };
}

/** Gives the page's window this size at once; Vitest's own way asks the page around it, and waits for a frame of that. */
function resize({ width, height }: Omit<Looked, 'textSize'>): void {
  const frame = window.frameElement?.parentElement;
  if (frame == null) throw new Error('Got a page without a frame around it');
  Object.assign(frame.style, { width: `${width}px`, height: `${height}px` });
  if (innerWidth !== width) throw new Error(`The window did not become ${width} px wide`);
}

/** Otherwise the words would have the widths of other fonts. */
async function loadFonts(): Promise<void> {
  await Promise.all(['Figtree', 'Fraunces'].map((name) => document.fonts.load(`1em "${name} Variable"`)));
}
