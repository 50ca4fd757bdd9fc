import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, expect } from 'vitest';
import type { User } from '../../../contracts/user.ts';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { closePhones, type openPhone, openPhoneWithBlankMap, openPhoneWithoutMap, sharedBrowser } from './browser.ts';
import { noteComplaints, refusalsOf } from './page-complaints.ts';

/** Whose phone it is, where they stand (`[lng, lat]`), and what its browser is like. */
export interface PhoneOptions {
  /** Somebody who is logged in on it; nobody if left out. */
  readonly person?: { readonly user: User; readonly token: string };
  readonly position?: readonly [number, number];
  /** Whether its browser has maps. They show nothing: where the picture is looked at, `open` is `openPhone`. */
  readonly hasMaps?: boolean;
  /** Opens another kind of phone, with or without maps. */
  readonly open?: typeof openPhone;
  /** What its local storage holds besides the session. */
  readonly stored?: Readonly<Record<string, string>>;
  readonly browser?: BrowserContextOptions;
}

const QUAY: readonly [number, number] = [2.3411, 48.8571];

/**
 * Opens pages of this server, each on a phone of its own in the browser that files share, and closes the phones after each
 * test. The server's content security policy may refuse none of them anything. A failed test prints what they show.
 */
export function usePhones(server: {
  readonly origin: string;
}): (path: string, options?: PhoneOptions) => Promise<Page> {
  afterEach(closePhones);
  afterAll(closePhones);
  let opened: { readonly page: Page; readonly complaints: readonly string[] }[] = [];
  afterEach(async ({ task }) => {
    const phones = opened;
    opened = [];
    // A rare failure may not come again.
    if (task.result?.state === 'fail')
      for (const { page, complaints } of phones) console.error(await reportOn(page, complaints));
    expect(phones.flatMap(({ complaints }) => refusalsOf(complaints))).toEqual([]);
  });
  return async (path, { person, position = QUAY, hasMaps = false, open, stored = {}, browser = {} } = {}) => {
    const openIt = open ?? (hasMaps ? openPhoneWithBlankMap : openPhoneWithoutMap);
    const session = person === undefined ? {} : { storageState: loggedInStorage(server.origin, person, stored) };
    const phone = await openIt(await sharedBrowser(), server.origin, position, { ...session, ...browser });
    const page = await phone.newPage();
    opened.push({ page, complaints: await noteComplaints(page) });
    await page.goto(path);
    return page;
  };
}

/** Returns a page's address, its text (or why it gives none: it hangs, or was closed), and what it has complained of. */
async function reportOn(page: Page, complaints: readonly string[]): Promise<string> {
  const text = await page.locator('body').innerText({ timeout: 2000 }).catch(String);
  return [`${page.url()} shows:`, text, ...complaints].join('\n');
}

/** What the browser of somebody who is logged in holds: for a context that starts there, without typing. */
export function loggedInStorage(
  origin: string,
  { user, token }: { readonly user: User; readonly token: string },
  more: Readonly<Record<string, string>> = {},
): BrowserContextOptions['storageState'] & object {
  const account = JSON.stringify(user);
  const kept = { token, userData: account, currentUser: account, mapLoaded: 'true', ...more };
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin, localStorage }] };
}

/** What it holds besides once they have chosen this parcours of theirs: their drops go there. */
export function droppingTo(
  id: ParcoursId,
  privilege: Privilege = 'admin',
): { readonly selectedParcours: string; readonly parcoursBeingCreated: string } {
  const created = { id, title: 'Le quai', description: 'Le quai, pas à pas', privilege };
  return { selectedParcours: JSON.stringify([id]), parcoursBeingCreated: JSON.stringify(created) };
}
