import { cdp, type Locator, page, type UserEventClickOptions } from 'vitest/browser';

/** The page's own, whatever a test puts in its place. */
const waitForFrame = requestAnimationFrame.bind(window);
const nextFrame = (): Promise<number> => new Promise(waitForFrame);

/** What all locators have their methods from. */
const prototype: Locator = Object.getPrototypeOf(page.elementLocator(document.body));
const { click: clickByPlaywright, fill: fillByPlaywright } = prototype;

/**
 * Clicks of tests go to the browser at once where all is right for one: the element is there alone, can be seen and used, rests,
 * and nothing covers it. Playwright, which finds this out in some forty messages, waits for it elsewhere, or says what is wrong.
 */
export function clickQuickly(): void {
  prototype.click = async function (this: Locator, options?: UserEventClickOptions): Promise<void> {
    const hasArrived = options === undefined && (await clickNow(this.elements()));
    return hasArrived ? undefined : clickByPlaywright.call(this, options);
  };
}

/** Returns whether the click was possible, and arrived at this one element. If not, at most its press has. */
async function clickNow([element, ...others]: readonly Element[]): Promise<boolean> {
  if (element === undefined || others.length > 0 || !isUsable(element)) return false;
  const point = await findPoint(element);
  if (point === null) return false;
  const stopGuard = guard(element);
  await sendMouse('mouseMoved', point);
  await Promise.all([sendMouse('mousePressed', point), sendMouse('mouseReleased', point)]);
  await nextFrame();
  return stopGuard();
}

/** Whether people can see and use an element. */
function isUsable(element: Element): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest(':disabled, [aria-disabled="true"]') === null
  );
}

type Point = readonly [x: number, y: number];

/** The element's middle in the window of the browser; null while it moves, is not in view, or something covers it. */
async function findPoint(element: Element): Promise<Point | null> {
  const { x, y } = element.getBoundingClientRect();
  await nextFrame();
  const rect = element.getBoundingClientRect();
  if (rect.x !== x || rect.y !== y) return null;
  const middle = [rect.x + rect.width / 2, rect.y + rect.height / 2] as const;
  if (!element.contains(document.elementFromPoint(...middle))) return null;
  // Vitest shows the page in a frame, at the size for which its window has room.
  const frame = window.frameElement?.getBoundingClientRect();
  if (frame === undefined) return null;
  const scale = frame.width / innerWidth;
  return [frame.x + middle[0] * scale, frame.y + middle[1] * scale];
}

/**
 * Keeps a click from all but this element, which may have moved in the meantime.
 *
 * @returns ends it, and returns whether the click has arrived; it hasn't where the element moved away between press and release
 */
function guard(element: Element): () => boolean {
  let arrives: boolean | undefined;
  let isWhole = false;
  const { x, y } = element.getBoundingClientRect();
  const look = (event: Event): void => {
    const isHere = event.composedPath().includes(element);
    arrives ??= isHere;
    isWhole ||= isHere && event.type === 'click';
    if (arrives) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  for (const kind of kinds) window.addEventListener(kind, look, { capture: true });
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, look, { capture: true });
    const rect = element.getBoundingClientRect();
    const hasMoved = element.isConnected && (rect.x !== x || rect.y !== y);
    return arrives === true && (isWhole || !hasMoved);
  };
}

function sendMouse(type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', [x, y]: Point): Promise<unknown> {
  const pressed = type === 'mouseMoved' ? {} : { button: 'left' as const, clickCount: 1 };
  return cdp().send('Input.dispatchMouseEvent', { type, x, y, ...pressed });
}

/**
 * Tests fill fields of text from within the page where all is right for it: the field is there alone, can be seen, used and written in.
 * The browser's own editing does it, with the events of one who pastes. Playwright, which needs some twenty messages, waits elsewhere, or
 * says what is wrong.
 */
export function fillQuickly(): void {
  prototype.fill = async function (this: Locator, text, options): Promise<void> {
    const isFilled = options === undefined && fillNow(this.elements(), text);
    return isFilled ? undefined : fillByPlaywright.call(this, text, options);
  };
}

/** Returns whether the text stands in this one field. */
function fillNow([field, ...others]: readonly Element[], text: string): boolean {
  if (others.length > 0 || !isField(field) || field.readOnly || !isUsable(field)) return false;
  field.select();
  field.focus();
  if (document.activeElement !== field) return false;
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  return field.value === text;
}

const WRITTEN_KINDS = ['', 'email', 'password', 'search', 'tel', 'text', 'url'];

function isField(element: Element | undefined): element is HTMLInputElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && WRITTEN_KINDS.includes(element.type))
  );
}
