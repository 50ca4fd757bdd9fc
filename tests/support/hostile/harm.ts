import { HOSTILE_HOST } from './hostile-texts.ts';

/** How often a hostile text ran something. */
let strikes = 0;

/** Forgets what has run or loaded, and counts from now on how often `struck()` runs. */
export function watchForHarm(): void {
  strikes = 0;
  performance.clearResourceTimings();
  Object.assign(window, { struck: () => strikes++ });
}

/**
 * What on the page runs, loads or leads anywhere but to the web, mail and telephone: handlers, elements that run or load by
 * themselves, the protocols of links, requests to the hostile host, and strikes.
 */
export function findHarm(): string[] {
  const elements = [...document.querySelectorAll('body, body *')];
  return [
    ...elements
      .map(({ localName }) => localName)
      .filter((name) => /^(script|style|link|meta|base|i?frame|object|embed|form|math|foreignobject)$/.test(name)),
    ...elements.flatMap((element) => element.getAttributeNames()).filter((name) => name.startsWith('on')),
    ...[...document.body.querySelectorAll('a')]
      .map(({ protocol }) => protocol)
      .filter((name) => !/^(https?|mailto|tel):$/.test(name)),
    ...performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes(HOSTILE_HOST)),
    ...Array.from({ length: strikes }, () => 'struck'),
  ];
}

/** Does to the page what people do who look at it, and waits for what that would load. */
export async function provokeHarm(): Promise<void> {
  for (const link of document.body.querySelectorAll('a'))
    link.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  // What loads does so before what is asked for after it.
  await fetch('/').then((response) => response.text());
}

/** Writes into the page, as HTML, what {@link findHarm} must find: the control of a test. */
export const HARM_IN_HTML = {
  html: `<img src="https://${HOSTILE_HOST}/x" onerror="struck()"><a href="javascript:struck()">un</a>`,
  found: ['onerror', 'javascript:', `https://${HOSTILE_HOST}/x`, 'struck'],
} as const;
