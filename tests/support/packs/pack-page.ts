import type { BrowserContext, Page } from 'playwright';
import type { PackCheck } from '../../../app/packs/pack-check.ts';
import type { PackView } from '../../../app/packs/pack-view.ts';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import type { Person } from '../server/people.ts';

/** What the page has: modules of the app, and how somebody begins a session there. */
interface Loaded {
  begin(userId: UserId, token: string): Promise<void>;
  readonly app: typeof import('../../../app/platform/packs/stored-packs.ts') &
    typeof import('../../../app/packs/packs.ts') &
    typeof import('../../../app/packs/pack-check.ts');
}

const BLANK = `<!doctype html><script type="module">
  import { connectApi } from '/platform/net/api.ts';
  import { Scope } from '/platform/scope.ts';
  import * as kept from '/platform/packs/stored-packs.ts';
  import { checkPack } from '/packs/pack-check.ts';
  import * as packs from '/packs/packs.ts';
  window.begin = (userId, token) => {
    connectApi({ baseUrl: '', readToken: () => token, onRefused: () => undefined });
    packs.startPacks(new Scope(), userId);
    return kept.openStoredPacks(userId);
  };
  window.app = { ...kept, ...packs, checkPack };
</script>`;

/** Opens a page that has nothing but the app's packs, at this origin of the app's sources; they go on by themselves. */
export async function openPackPage(browser: BrowserContext, origin: string, { user, token }: Person): Promise<Page> {
  const page = await browser.newPage();
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: BLANK }));
  await page.goto(`${origin}/blank`);
  await page.waitForFunction(() => 'app' in window);
  await page.evaluate(({ id, token }) => (window as unknown as Loaded).begin(id, token), { id: user.id, token });
  return page;
}

/** Starts or resumes a download. Resolves at once. */
export function beginDownload(page: Page, parcoursId: ParcoursId): Promise<void> {
  return page.evaluate((id) => void (window as unknown as Loaded).app.downloadPack(id), parcoursId);
}

/** What the app shows of a pack, after the network came back if it was away; null for nothing. */
export function viewPackOn(page: Page, parcoursId: ParcoursId): Promise<PackView | null> {
  return page.evaluate((id) => {
    window.dispatchEvent(new Event('online'));
    const view = (window as unknown as Loaded).app.packs.byMap[id];
    return view === undefined ? null : { ...view };
  }, parcoursId);
}

/** Checks the whole pack; null where none is offered. */
export function checkPackOn(page: Page, parcoursId: ParcoursId): Promise<PackCheck | null> {
  return page.evaluate((id) => (window as unknown as Loaded).app.checkPack(id), parcoursId);
}

/** The version of the whole pack; null where none is offered. */
export function keptVersion(page: Page, parcoursId: ParcoursId): Promise<string | null> {
  return page.evaluate((id) => (window as unknown as Loaded).app.storedPack(id)?.version ?? null, parcoursId);
}

/** SHA-256 of the files on the device. */
export function listKept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const cache = await caches.open('drop-ici-kept-files');
    return (await cache.keys()).map(({ url }) => new URL(url).pathname.split('/')[2] ?? '');
  });
}

/** Changes one byte of a kept file, at this share of its length. */
export function flipByteOf(page: Page, sha256: string, share: number): Promise<void> {
  return page.evaluate(
    async ({ sha256, share }) => {
      const cache = await caches.open('drop-ici-kept-files');
      const key = (await cache.keys()).find(({ url }) => url.includes(sha256));
      const stored = key === undefined ? undefined : await cache.match(key);
      if (key === undefined || stored === undefined) throw new Error(`Expected ${sha256} on the device`);
      const bytes = new Uint8Array(await stored.arrayBuffer());
      const at = Math.floor(share * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      await cache.put(key, new Response(bytes));
    },
    { sha256, share },
  );
}

/** Limits the page's origin to `bytes` more than it uses; null lifts the limit. */
export async function limitRoom(page: Page, bytes: number | null): Promise<void> {
  const { origin } = new URL(page.url());
  const usedBytes = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  const devtools = await page.context().newCDPSession(page);
  const quota = bytes === null ? {} : { quotaSize: usedBytes + bytes };
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, ...quota });
}
