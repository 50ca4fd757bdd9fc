/** An element as it is sent into the page: a CSS selector, or role and name. */
export interface Wanted {
  readonly selector?: string;
  readonly role?: string;
  /** The whole name. */
  readonly name?: string;
  /** Source of a regular expression that the name matches. */
  readonly pattern?: string;
  readonly within?: Wanted;
}

/** What the page knows of an element that is shown. */
export interface Found {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isChecked: boolean;
  /** A selector that finds this element alone. */
  readonly selector: string;
  /** Why it cannot be tapped; null where it can. */
  readonly obstacle: string | null;
}

/**
 * In the page: finds the first element that is shown, or any where `isHiddenToo`, brings it into the window, and says what
 * covers it; null where there is none. Roles and names are simplified: what the app uses of them.
 */
export function findElement(wanted: Wanted, isHiddenToo: boolean): Found | null {
  const selectors: Record<string, string> = {
    button: 'button,summary,input[type=button],input[type=submit]',
    link: 'a[href]',
    textbox: 'textarea,input:not([type]),input[type=text],input[type=email],input[type=password],input[type=search]',
    radio: 'input[type=radio]',
    heading: 'h1,h2,h3,h4,h5,h6',
    dialog: 'dialog',
    region: 'section',
    status: 'output',
  };
  const visibleText = (element: Element): string => {
    const copy = element.cloneNode(true) as Element;
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    for (const labelled of copy.querySelectorAll('[aria-label]'))
      labelled.textContent = labelled.getAttribute('aria-label');
    for (const image of copy.querySelectorAll('img[alt]')) image.replaceWith(image.getAttribute('alt') ?? '');
    return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
  };
  const nameOf = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby');
    if (by !== null) {
      const parts = by.split(/\s+/).map((id) => document.getElementById(id));
      return parts
        .map((part) => (part === null ? '' : visibleText(part)))
        .join(' ')
        .trim();
    }
    const label = element.getAttribute('aria-label');
    if (label !== null) return label.trim();
    const labels = (element as HTMLInputElement).labels;
    if (labels != null && labels.length > 0) return [...labels].map(visibleText).join(' ');
    return visibleText(element) || (element.getAttribute('alt') ?? element.getAttribute('title') ?? '');
  };
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  const matches = (one: Wanted): Element[] => {
    const roots = one.within === undefined ? [document] : matches(one.within);
    const { selector, role } = one;
    const implicit = role === undefined ? undefined : selectors[role];
    const query = selector ?? [`[role="${role}"]`, ...(implicit === undefined ? [] : [implicit])].join(',');
    const found = roots.flatMap((root) => [...root.querySelectorAll(query)]);
    return found.filter((element) => {
      if (!isHiddenToo && !isShown(element)) return false;
      if (selector !== undefined) return true;
      if ((element.getAttribute('role') ?? role) !== role || element.closest('[aria-hidden=true],[inert]') !== null)
        return false;
      const name = one.name === undefined && one.pattern === undefined ? '' : nameOf(element);
      if (one.name !== undefined) return name === one.name;
      return one.pattern === undefined || new RegExp(one.pattern).test(name);
    });
  };
  const [element] = matches(wanted);
  if (element === undefined) return null;
  const mark = `found-${Math.random().toString(36).slice(2)}`;
  element.setAttribute('data-found', element.getAttribute('data-found') ?? mark);
  const middle = (): [number, number] => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const isInside = ([x, y]: [number, number]): boolean => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const topmost = (): Element | null => document.elementFromPoint(...middle());
  const isFree = (top: Element | null): boolean =>
    top !== null && (element.contains(top) || top.contains(element) || top.closest('label')?.control === element);
  // What a bar covers at the edge of the window comes out from under it, too.
  if (!isInside(middle()) || !isFree(topmost()))
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const top = topmost();
  const isUncovered = isFree(top);
  const isOff = (element as HTMLButtonElement).disabled === true || element.getAttribute('aria-disabled') === 'true';
  const covered = `covered by ${top === null ? 'nothing in the window' : (top.outerHTML ?? '').slice(0, 150)}`;
  const { x, y, width, height } = element.getBoundingClientRect();
  const obstacle = isOff ? 'disabled' : isUncovered ? null : covered;
  const selector = `[data-found="${element.getAttribute('data-found')}"]`;
  const isChecked = element.getAttribute('aria-checked') === 'true' || (element as HTMLInputElement).checked === true;
  return { x, y, width, height, isChecked, selector, obstacle };
}
