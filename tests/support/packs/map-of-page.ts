import type { Page } from 'playwright';

/** Within 300 m of the demo's places, where none of them is. */
export const UNVISITED: readonly [number, number] = [2.3484, 48.852];
/** At which the streets of a pack have their names. */
export const STREET_ZOOM = 17;

/** Calls a function of the page's map, which the app shows to nobody, with these arguments, through Chromium's debugger. */
async function callMap<Result>(page: Page, body: string): Promise<Result> {
  const cdp = await page.context().newCDPSession(page);
  try {
    const { result: prototype } = await cdp.send('Runtime.evaluate', { expression: 'Object.prototype' });
    const { objects } = await cdp.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId ?? '' });
    const functionDeclaration = `async function() {
      const map = this.find((one) => {
        try {
          return Object.hasOwn(one, 'style') && typeof one.jumpTo === 'function';
        } catch {
          return false;
        }
      });
      ${body}
    }`;
    const called = await cdp.send('Runtime.callFunctionOn', {
      functionDeclaration,
      objectId: objects.objectId ?? '',
      returnByValue: true,
      awaitPromise: true,
    });
    if (called.exceptionDetails !== undefined) throw new Error(`The map failed: ${called.exceptionDetails.text}`);
    return called.result.value as Result;
  } finally {
    await cdp.detach();
  }
}

/** Moves the map there, waits until it is drawn, and returns the names of the streets that are in view. */
export function streetsAt(page: Page, centre: readonly [number, number], zoom: number): Promise<string[]> {
  return callMap(
    page,
    `map.jumpTo({ center: [${centre}], zoom: ${zoom} });
     await new Promise((resolve) => { map.once('idle', resolve); map.triggerRepaint(); });
     const drawn = map.queryRenderedFeatures();
     return [...new Set(drawn.filter(({ sourceLayer }) => sourceLayer === 'roads').map(({ properties }) => properties.name))];`,
  );
}
