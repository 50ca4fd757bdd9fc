declare global {
  interface Window {
    /** Lets go of the click that {@link aimAt} made way for, and returns whether it has arrived. */
    clickArrived?: () => boolean;
  }
}

/**
 * Finds where a click goes to the one element at once: it is there alone, can be seen and used, rests, and nothing covers it. Until
 * `clickArrived` is called, clicks go to it alone, which may have moved in the meantime. Needs nothing from outside, so that
 * Playwright can run it in a page.
 *
 * @returns the element's middle in CSS pixels; null if something has to be waited for
 */
export async function aimAt(
  [element, ...others]: readonly Element[],
  waitForFrame: (run: () => void) => void = (run) => requestAnimationFrame(run),
): Promise<[x: number, y: number] | null> {
  const canBeUsed =
    element?.checkVisibility({ visibilityProperty: true }) &&
    element.closest(':disabled, [aria-disabled="true"]') === null;
  if (element === undefined || others.length > 0 || !canBeUsed) return null;
  const { x, y } = element.getBoundingClientRect();
  await new Promise<void>((done) => waitForFrame(() => done()));
  const rect = element.getBoundingClientRect();
  if (rect.x !== x || rect.y !== y) return null;
  const middle: [number, number] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  if (!element.contains(document.elementFromPoint(...middle))) return null;

  let arrives: boolean | undefined;
  const look = (event: Event): void => {
    arrives ??= event.composedPath().includes(element);
    if (arrives) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  for (const kind of kinds) window.addEventListener(kind, look, { capture: true });
  window.clickArrived = () => {
    for (const kind of kinds) window.removeEventListener(kind, look, { capture: true });
    return arrives === true;
  };
  return middle;
}
