import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { profileStrings } from '../../app/account/profile-words.ts';
import { myDropsStrings } from '../../app/drops/list/my-drops-words.ts';
import { aboutStrings, legalStrings, licencesStrings } from '../../app/legal/legal-words.ts';
import { createParcoursStrings, parcoursStrings } from '../../app/parcours/parcours-words.ts';
import { storage } from '../../app/platform/storage/storage.ts';
import { AppRouter } from '../../app/router.tsx';
import { updateUser } from '../../app/session/session.ts';
import { missingStrings } from '../../app/shell/missing-words.ts';
import { strings, titles } from '../../app/ui/common-words.ts';
import { type Role, UserId } from '../../contracts/vocabulary.ts';
import '../../app/ui/tokens.css';
import '../../app/ui/base.css';
import { answerCalls } from '../support/page/answers.ts';
import { forgetSession } from '../support/page/forget-session.ts';
import { rootPerTest } from '../support/page/react-root.ts';

const MAPS = '/home/parcours';
let start: string;
const root = rootPerTest('div', () => {
  forgetSession();
  storage.forgetAll();
  history.replaceState(null, '', start);
});
beforeEach(() => {
  start = location.href;
  answerCalls({ 'GET /v1/map/maps-for-user': [] });
});

/** Opens the app at this path, for somebody with this role; for nobody who is logged in if left out. */
function open(path: string, role?: Role): void {
  if (role !== undefined) {
    storage.write('token', `.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 3600 }))}.`);
    updateUser({ id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role, picture: null });
  }
  history.replaceState(null, '', path);
  root.render(<AppRouter />);
}

/** Goes to this path: the page must end up at `landing`, with this heading. */
async function leadsTo(path: string, landing: string, title: string): Promise<void> {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  await isShown(landing, title, path);
}

async function isShown(landing: string, title: string, message = landing): Promise<void> {
  await expect.poll(() => location.pathname, { message }).toBe(landing);
  await expect.element(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible();
}

describe('without a session', () => {
  it('all that needs one leads to the login, and what everybody may read is shown', async () => {
    open('/login');
    for (const path of ['', 'parcours', 'createparcours', 'drops', 'profile', 'requests', 'signalements', 'admin'])
      await leadsTo(`/home/${path}`, '/login', strings.login.title);
    await leadsTo('/', '/login', strings.login.title);
    for (const [path, landing, title] of [
      ['/createaccount', '/createaccount', strings.signUp.title],
      ['/CreateAccount/', '/CreateAccount/', strings.signUp.title],
      ['/home/terms', '/home/terms', legalStrings.termsTitle],
      ['/home/licences', '/home/licences', licencesStrings.title],
      ['/home/accessibilite', '/home/accessibilite', titles.accessibility],
      ['/home/propos', '/home/propos', aboutStrings.title],
      ['/nowhere', '/nowhere', strings.shell.notFound],
      ['/Propos', '/home/propos', aboutStrings.title],
      ['/home/nowhere', '/home/nowhere', strings.shell.notFound],
      ['/home/Propos', '/home/Propos', aboutStrings.title],
    ] as const)
      await leadsTo(path, landing, title);
  });
});

describe('with a session', () => {
  it('screens take sideways swipes everywhere, who has no map is led to the maps, and no path is a dead end', async () => {
    storage.write('mapLoaded', true);
    open('/', 'user');
    await isShown(MAPS, parcoursStrings.title);
    for (const [path, landing, title] of [
      ['/', MAPS, parcoursStrings.title],
      ['/home', MAPS, parcoursStrings.title],
      ['/home/createparcours', '/home/createparcours', createParcoursStrings.title],
      ['/home/drops', '/home/drops', myDropsStrings.title],
      ['/home/profile', '/home/profile', profileStrings.title],
      ['/home/propos', '/home/propos', aboutStrings.title],
      ['/home/terms', '/home/terms', legalStrings.termsTitle],
      ['/home/licences', '/home/licences', licencesStrings.title],
    ] as const) {
      await leadsTo(path, landing, title);
      expect(listGrabbing(), path).toEqual([]);
    }
    await leadsTo('/home/nowhere', '/home/nowhere', strings.shell.notFound);
    await page.getByRole('link', { name: missingStrings.toMap }).click();
    await expect.poll(() => location.pathname).toBe(MAPS);
  });

  it('what is not for guests leads them to the maps', async () => {
    storage.write('mapLoaded', true);
    open('/home/drops', 'guest');
    await isShown(MAPS, parcoursStrings.title);
    for (const path of ['drops', 'createparcours', 'profile', 'requests', 'signalements', 'admin'])
      await leadsTo(`/home/${path}`, MAPS, parcoursStrings.title);
  });

  it('the first visit of a browser shows the loading screen, and no later one does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    open(MAPS, 'user');
    const screen = page.getByRole('status').filter({ hasText: strings.shell.loading });
    await expect.element(screen).toBeVisible();
    vi.advanceTimersByTime(2000);
    vi.useRealTimers();
    await expect.element(screen).not.toBeInTheDocument();
    expect(storage.read('mapLoaded')).toBe(true);
  });
});

/** What scrolls by itself and leaves no touch to the page: it would take a finger that moves sideways. */
function listGrabbing(): string[] {
  return [...document.querySelectorAll('main, main *')].flatMap((element) => {
    const { overflowX, overflowY, touchAction } = getComputedStyle(element);
    const scrolls = /auto|scroll/.test(overflowX + overflowY) && element.tagName !== 'TEXTAREA';
    return scrolls && !/^(none|pan-y)/.test(touchAction) ? [element.outerHTML.slice(0, 80)] : [];
  });
}
