import { cdp, type Locator, page, type UserEventClickOptions } from 'vitest/browser';

/** The page's own, whatever a test puts in its place. */
const waitForFrame = requestAnimationFrame.bind(window);
const nextFrame = (): Promise<number> => new Promise(waitForFrame);

/** What all locators have their methods from. */
const prototype: Locator = Object.getPrototypeOf(page.elementLocator(document.body));
const clickByPlaywright = prototype.click;

/** What has not appeared or come to rest after these is left to Playwright. */
const PATIENCE_FRAMES = 20;

/**
 * Clicks of tests go to the browser as soon as all is right for one: the element is there alone, can be seen and used, rests,
 * and nothing covers it. Playwright, which finds this out in some forty messages, waits for it for longer, or says what is wrong.
 */
export function clickQuickly(): void {
  prototype.click = async function (this: Locator, options: UserEventClickOptions = {}): Promise<void> {
    const { position, ...others } = options;
    const hasArrived = Object.keys(others).length === 0 && (await clickSoon(this, position));
    return hasArrived ? undefined : clickByPlaywright.call(this, options);
  };
}

/** A point from the upper left corner of an element. */
type Position = UserEventClickOptions['position'];

/** Returns whether the click was possible, and arrived at the one element. If not, nothing has happened. */
async function clickSoon(locator: Locator, position: Position): Promise<boolean> {
  for (let frames = 0; frames < PATIENCE_FRAMES; frames++) {
    const [element, ...others] = locator.elements();
    if (others.length > 0) return false;
    const point = element !== undefined && isUsable(element) ? await findPoint(element, position) : null;
    if (element !== undefined && point !== null) return clickAt(element, point);
    await nextFrame();
  }
  return false;
}

async function clickAt(element: Element, point: Point): Promise<boolean> {
  const stopGuard = guard(element);
  await sendMouse('mouseMoved', point);
  await Promise.all([sendMouse('mousePressed', point), sendMouse('mouseReleased', point)]);
  await nextFrame();
  return stopGuard();
}

function isUsable(element: Element): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest(':disabled, [aria-disabled="true"]') === null
  );
}

type Point = readonly [x: number, y: number];

/**
 * The position, or else the element's middle, in the window of the browser; null while the element moves, is not in view there,
 * or something covers it.
 */
async function findPoint(element: Element, position: Position): Promise<Point | null> {
  const { x, y } = element.getBoundingClientRect();
  await nextFrame();
  const rect = element.getBoundingClientRect();
  if (rect.x !== x || rect.y !== y) return null;
  const { x: right = rect.width / 2, y: down = rect.height / 2 } = position ?? {};
  const point = [rect.x + right, rect.y + down] as const;
  if (!element.contains(document.elementFromPoint(...point))) return null;
  // Vitest shows the page in a frame, at the size for which its window has room.
  const frame = window.frameElement?.getBoundingClientRect();
  if (frame === undefined) return null;
  const scale = frame.width / innerWidth;
  return [frame.x + point[0] * scale, frame.y + point[1] * scale];
}

/**
 * Keeps a click from all but this element, which may have moved in the meantime.
 *
 * @returns ends it, and returns whether the click has arrived
 */
function guard(element: Element): () => boolean {
  let arrives: boolean | undefined;
  const look = (event: Event): void => {
    arrives ??= event.composedPath().includes(element);
    if (arrives) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  for (const kind of kinds) window.addEventListener(kind, look, { capture: true });
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, look, { capture: true });
    return arrives === true;
  };
}

function sendMouse(type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', [x, y]: Point): Promise<unknown> {
  const pressed = type === 'mouseMoved' ? {} : { button: 'left' as const, clickCount: 1 };
  return cdp().send('Input.dispatchMouseEvent', { type, x, y, ...pressed });
}
