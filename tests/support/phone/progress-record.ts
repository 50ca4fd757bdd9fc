import type { BrowserContext, Page } from 'playwright';

/** What the bars of a page said, by their names, each value once in a row. */
type Said = Record<string, number[]>;

/** Notes what every progress bar says in pages that are opened from now on, however shortly it is there. */
export async function recordProgress(phone: BrowserContext): Promise<void> {
  await phone.addInitScript(() => {
    const said: Said = {};
    Object.assign(window, { said });
    const note = (): void => {
      for (const bar of document.querySelectorAll('[role="progressbar"][aria-valuenow]')) {
        const name = bar.getAttribute('aria-label') ?? '';
        const value = Number(bar.getAttribute('aria-valuenow'));
        said[name] ??= [];
        if (said[name].at(-1) !== value) said[name].push(value);
      }
    };
    const what = { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-valuenow'] };
    new MutationObserver(note).observe(document, what);
  });
}

/** What the bars of this name have said since this was asked last, in percent; empties the record. */
export function takeProgress(page: Page, name: string): Promise<number[]> {
  return page.evaluate((name) => {
    const { said } = window as unknown as { said: Said };
    const values = said[name] ?? [];
    delete said[name];
    return values;
  }, name);
}
