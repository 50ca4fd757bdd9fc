/** A window in CSS pixels, and the size of its text. */
export interface Looked {
  readonly width: number;
  readonly height: number;
  readonly textSize: '100%' | '200%';
}

/**
 * The smallest phone, a usual one, a tablet upright and across, and a desktop: each width at which the style sheets change, and
 * both sizes of text at the narrowest and on a wide one.
 */
export const WINDOWS: readonly Looked[] = [
  { width: 320, height: 568, textSize: '100%' },
  { width: 768, height: 1024, textSize: '100%' },
  { width: 1440, height: 900, textSize: '100%' },
  { width: 320, height: 568, textSize: '200%' },
  { width: 390, height: 740, textSize: '200%' },
  { width: 768, height: 1024, textSize: '200%' },
  { width: 1024, height: 768, textSize: '200%' },
];

/** What does not hold in the window as it is. Runs in the page. */
export function findFaults(): string[] {
  const screen =
    [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')].at(-1) ?? document.body;
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[inert], [aria-hidden="true"], .visually-hidden, audio, svg *') === null &&
    element.getClientRects().length > 0;
  const hasText = (element: Element): boolean =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
  const describe = (element: Element): string =>
    `${element.tagName.toLowerCase()} '${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}'`;
  const faults: string[] = [];

  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  const elements = [...screen.querySelectorAll('*')].filter(isShown);
  for (const element of elements) {
    const style = getComputedStyle(element);
    if (!hasText(element)) continue;
    const { left, right } = element.getBoundingClientRect();
    if (right > innerWidth + 1 || left < -1) faults.push(`beyond the window: ${describe(element)}`);
    const isCut =
      (style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
      (['hidden', 'clip'].includes(style.overflowY) && element.scrollHeight > element.clientHeight + 1);
    if (isCut && style.display !== 'inline') faults.push(`cut: ${describe(element)}`);
  }
  for (const title of elements.filter((element) => element.matches('h1'))) {
    const [text] = [...title.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    for (const { 0: word, index } of text?.textContent?.matchAll(/\S+/g) ?? []) {
      const range = document.createRange();
      if (text === undefined) continue;
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (range.getClientRects().length > 1) faults.push(`split: ${word}`);
    }
  }
  const inFlow = elements.filter((element) => {
    const { position, display } = getComputedStyle(element);
    return ['static', 'relative'].includes(position) && !['inline', 'contents'].includes(display);
  });
  const boxes = new Map<Element, DOMRect>(inFlow.map((element) => [element, element.getBoundingClientRect()]));
  for (const [element, { left, top, right, bottom }] of boxes) {
    for (let next = element.nextElementSibling; next !== null; next = next.nextElementSibling) {
      const other = boxes.get(next);
      if (other === undefined) continue;
      const wide = Math.min(right, other.right) - Math.max(left, other.left);
      const high = Math.min(bottom, other.bottom) - Math.max(top, other.top);
      // What lies over something on purpose has a negative margin.
      const { marginTop, marginLeft } = getComputedStyle(next);
      const isMeant = [marginTop, marginLeft].some((margin) => Number.parseFloat(margin) < 0);
      if (wide <= 1 || high <= 1 || isMeant) continue;
      faults.push(`over ${describe(element)}: ${describe(next)}`);
    }
  }
  const acting = elements.filter((element) =>
    element.matches('a[href], button:not(:disabled), [role="tab"], [role="menuitem"], summary'),
  );
  for (const element of acting) {
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isFree = hit !== null && (element.contains(hit) || hit.contains(element));
    if (!isFree) faults.push(`below ${hit === null ? 'the edge' : describe(hit)}: ${describe(element)}`);
    // The words beside a switch are part of what is tapped.
    const isPart = element.matches('[role="switch"]') || getComputedStyle(element).display === 'inline';
    if (!isPart && (width < 43.5 || height < 43.5)) {
      faults.push(`${Math.round(width)} by ${Math.round(height)} px: ${describe(element)}`);
    }
  }
  return faults;
}

/** Gives what Tab must come to a number in the page, and returns how many there are. Runs in the page. */
export function markUsable(): number {
  // A passing message over a dialog goes by itself.
  const screen = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1) ?? document;
  const usable = screen.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, summary');
  let count = 0;
  for (const element of document.querySelectorAll('[data-stop]')) element.removeAttribute('data-stop');
  for (const element of usable) {
    const isOff = element.matches(':disabled, [type="radio"]:not(:checked), [tabindex="-1"]');
    const isOut = element.closest('[inert], [aria-hidden="true"]') !== null;
    if (isOff || isOut || !element.checkVisibility({ visibilityProperty: true })) continue;
    element.dataset.stop = String(count);
    count += 1;
  }
  return count;
}

/** The number of what has the focus, and whether it shows that; null if the focus is elsewhere. Runs in the page. */
export function readStop(): { stop: string; isMarked: boolean } | null {
  const { activeElement } = document;
  const stop = activeElement?.closest<HTMLElement>('[data-stop]');
  if (activeElement == null || stop == null) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
  return { stop: stop.dataset.stop ?? '', isMarked: outlineStyle !== 'none' && outlineWidth !== '0px' };
}

/** What has a number that is not among these. Runs in the page. */
export function listMissed(known: readonly string[]): string[] {
  return [...document.querySelectorAll<HTMLElement>('[data-stop]')]
    .filter(({ dataset }) => !known.includes(dataset.stop ?? ''))
    .map((element) => element.outerHTML.slice(0, 120));
}
