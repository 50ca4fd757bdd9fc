import type { Tab } from '../engines/engine.ts';

/** Something that can be tapped or typed into. */
export interface Control {
  /** Role and name, and which of several of these; the same each time that the screen is. */
  readonly label: string;
  readonly kind: 'button' | 'field';
}

/** What somebody sees of a tab, and what the page holds. */
export interface View {
  readonly path: string;
  readonly isLoggedIn: boolean;
  readonly controls: readonly Control[];
  /** Points of the map, as shares of the window, that nothing covers. */
  readonly mapPoints: readonly string[];
  /** A field takes an audio file. */
  readonly takesAudio: boolean;
  /** Names of open dialogs, the front one last. */
  readonly dialogs: readonly string[];
  readonly isRecording: boolean;
  readonly sounding: readonly string[];
  readonly listeners: number;
  readonly timers: number;
  readonly holding: number;
  /** Tells two lives of the page apart, as before and after a reload. */
  readonly life: number;
  /** What a message says on the screen of an error; empty where there is none. */
  readonly failure: string;
  /** What the dialogs say. */
  readonly kept: string;
}

/** Reads what a tab shows now. Waits for a page that is on its way to another one, or busy for a while. */
export function readView(tab: Tab): Promise<View> {
  return tab.until(viewPage);
}

/** Selector of what {@link findControl} found last. */
export const FOUND = '[data-restless]';

/** Where the control with this label can be tapped; null where it can't any more. */
export function findControl(tab: Tab, label: string): Promise<readonly [number, number] | null> {
  return tab.until(viewPage, label).then((view) => view.point);
}

/** In the page: what it shows; with `wanted`, also brings that control into the window and tells where it is. */
function viewPage(wanted?: string): View & { readonly point: readonly [number, number] | null } {
  const query =
    'button,a[href],summary,textarea,select,input,[role=tab],[role=switch],[role=radio],[role=menuitem],[role=option],[role=slider]';
  const words = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 60);
  const nameOf = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const byText = by.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent).join(' ');
    return words(element.getAttribute('aria-label') || byText || labels || element.textContent);
  };
  const middleOf = (element: Element): readonly [number, number] => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const isInside = ([x, y]: readonly [number, number]): boolean =>
    x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const isUncovered = (element: Element): boolean => {
    const top = document.elementFromPoint(...middleOf(element));
    return top !== null && (element.contains(top) || top.closest('label')?.control === element);
  };
  const modal = [...document.querySelectorAll('[role=dialog],[role=alertdialog],[role=menu]')].at(-1);
  const isThere = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0 || (element as HTMLButtonElement).disabled) return false;
    if (element.closest('[inert],[aria-hidden=true],[aria-disabled=true]') !== null) return false;
    if (getComputedStyle(element).visibility !== 'visible') return false;
    if (isInside(middleOf(element))) return isUncovered(element);
    return modal === undefined || modal.contains(element);
  };
  const counts = new Map<string, number>();
  let chosen: Element | null = null;
  const controls: Control[] = [];
  for (const element of document.querySelectorAll(query)) {
    const input = element instanceof HTMLInputElement ? element.type : null;
    // Others leave the app, or open a window of the system's.
    if (input === 'file' || input === 'hidden' || element.matches('a[target=_blank],a[download],.maplibregl-ctrl a'))
      continue;
    if (element instanceof HTMLAnchorElement && element.origin !== location.origin) continue;
    if (!isThere(element)) continue;
    const isField = element.matches('textarea') || (input !== null && /^(text|email|password|search)$/.test(input));
    const role = isField ? 'field' : (element.getAttribute('role') ?? input ?? element.localName);
    const name = `${role} ${nameOf(element)}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const label = count === 1 ? name : `${name} #${count}`;
    controls.push({ label, kind: isField ? 'field' : 'button' });
    if (label === wanted) chosen = element;
  }
  if (chosen !== null && !isInside(middleOf(chosen))) chosen.scrollIntoView({ block: 'center', behavior: 'instant' });
  if (wanted !== undefined) document.querySelector('[data-restless]')?.removeAttribute('data-restless');
  chosen?.setAttribute('data-restless', '');
  const point = chosen !== null && isInside(middleOf(chosen)) && isUncovered(chosen) ? middleOf(chosen) : null;
  const shares = [0.2, 0.35, 0.5, 0.65, 0.8];
  const mapPoints = shares.flatMap((x) =>
    shares.flatMap((y) => {
      const top = document.elementFromPoint(x * innerWidth, y * innerHeight);
      return top?.matches('.maplibregl-canvas') ? [`${x},${y}`] : [];
    }),
  );
  const { restless } = window;
  return {
    path: location.pathname,
    isLoggedIn: localStorage.getItem('token') !== null,
    controls,
    mapPoints,
    takesAudio: document.querySelector('input[type=file][accept*=wav]:not(:disabled)') !== null,
    dialogs: [...document.querySelectorAll('[role=dialog],[role=alertdialog]')].map(nameOf),
    isRecording: document.querySelector('[role=timer]') !== null,
    sounding: restless?.sounding() ?? [],
    listeners: restless?.listeners() ?? 0,
    timers: restless?.timers() ?? 0,
    holding: restless?.holding() ?? 0,
    life: performance.timeOrigin,
    failure:
      document.body.innerText.match(
        /(?:Unexpected Application Error!|Cette partie de l’écran a rencontré)[\s\S]{0,300}/,
      )?.[0] ?? '',
    kept: [...document.querySelectorAll('[role=dialog]')].map((dialog) => dialog.textContent).join(' '),
    point,
  };
}
