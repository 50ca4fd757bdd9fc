import type { CDPSession, Page } from 'playwright';

/** What a page holds once its garbage was collected. */
export interface PageLoad {
  readonly heapMb: number;
  readonly listeners: number;
  readonly nodes: number;
  /** Audio elements that are alive, in the page or not. */
  readonly audioElements: number;
  readonly maps: number;
  readonly mapSources: number;
  readonly mapLayers: number;
}

/** Collects the page's garbage and counts what is left, through Chromium's debugger. */
export async function readPageLoad(page: Page): Promise<PageLoad> {
  const cdp = await page.context().newCDPSession(page);
  try {
    await cdp.send('Performance.enable');
    // What the first collection lets go of may hold things whose end is told, and these go with the next ones.
    for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const read = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return {
      heapMb: read('JSHeapUsedSize') / 1e6,
      listeners: read('JSEventListeners'),
      nodes: read('Nodes'),
      audioElements: await countOf(cdp, 'HTMLAudioElement.prototype', 'function() { return this.length; }'),
      ...(await countOf<MapCount>(cdp, 'Object.prototype', COUNT_MAPS)),
    };
  } finally {
    await cdp.detach();
  }
}

type MapCount = Pick<PageLoad, 'maps' | 'mapSources' | 'mapLayers'>;

/** Finds the maps among all objects, for the app shows them to nobody. */
const COUNT_MAPS = `function() {
  const maps = this.filter((one) => {
    try {
      return Object.hasOwn(one, 'style') && typeof one.addSource === 'function' && typeof one.getStyle === 'function';
    } catch {
      return false;
    }
  });
  const styles = maps.map((map) => map.getStyle()).filter((style) => style !== undefined);
  const count = (part) => styles.reduce((sum, style) => sum + Object.keys(style[part]).length, 0);
  return { maps: maps.length, mapSources: count('sources'), mapLayers: count('layers') };
}`;

async function countOf<Answer>(cdp: CDPSession, prototype: string, count: string): Promise<Answer> {
  const objectGroup = 'page-load';
  const { result } = await cdp.send('Runtime.evaluate', { expression: prototype, objectGroup });
  const { objects } = await cdp.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
    objectGroup,
  });
  const answer = await cdp.send('Runtime.callFunctionOn', {
    functionDeclaration: count,
    objectId: objects.objectId ?? '',
    returnByValue: true,
  });
  await cdp.send('Runtime.releaseObjectGroup', { objectGroup });
  if (answer.exceptionDetails !== undefined) throw new Error(`Could not count: ${answer.exceptionDetails.text}`);
  return answer.result.value as Answer;
}
