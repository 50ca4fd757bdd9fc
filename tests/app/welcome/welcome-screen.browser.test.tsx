import { MemoryRouter, useLocation } from 'react-router-dom';
import { ref } from 'valtio';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { closeRecorderCard, dropMode, recorderCard, switchDropMode } from '../../../app/drops/drop-mode.ts';
import { mapStrings } from '../../../app/map/map-words.ts';
import { packSheet } from '../../../app/packs/packs.ts';
import { endWelcome, greet, welcome } from '../../../app/parcours/invite/welcome.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { location } from '../../../app/position/location.ts';
import { session } from '../../../app/session/session.ts';
import { RestartQuestion } from '../../../app/shell/questions.tsx';
import { strings } from '../../../app/ui/common-words.ts';
import { listening, startListening } from '../../../app/walk/listening.ts';
import { followFromHere, fromHere, listenFromHere } from '../../../app/walk/nearby/from-here.ts';
import { nearbyStrings } from '../../../app/walk/nearby/nearby-words.ts';
import { WelcomeScreen } from '../../../app/welcome/welcome-screen.tsx';
import { welcomeStrings as words } from '../../../app/welcome/welcome-words.ts';
import { ParcoursId, PlaceId, type Privilege, type Role, UserId } from '../../../contracts/vocabulary.ts';
import { faultsHere } from '../../support/accessibility/axe-here.ts';
import { missedByTabHere, screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { longStory } from '../../support/audio/long-sounds.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listAnswer, listCall, listedPlace, mediaLink } from '../../support/samples/listed-place.ts';
import { PICTURE_URL } from '../../support/samples/picture.ts';
import { until } from '../../support/until.ts';

const id = ParcoursId.parse(1);
const bridge = PlaceId.parse(1);
const BRIDGE = { lng: 2.3425, lat: 48.8565 };
const LYON = { lng: 4.8357, lat: 45.764 };
const quay = { id, name: 'Le quai', description: 'Pas à pas', image_url: null, users: [], user_count: 1 };

const root = rootPerTest('main', () => {
  scope.dispose();
  forgetSession();
  session.user = null;
  location.fix = null;
  location.status = 'idle';
  packSheet.parcoursId = null;
  // Otherwise the next tests resume the walks stored for this account.
  storage.forgetAll();
});
let scope: Scope;

beforeEach(async () => {
  await page.viewport(390, 844);
  scope = new Scope();
  startListening(scope);
  followFromHere(scope);
  places.parcoursIds = [id];
  places.status = 'ready';
  const media = { data: mediaLink({ link: longStory(), length: 60 }) };
  const feature = { type: 'Point' as const, coordinates: [BRIDGE.lng, BRIDGE.lat] as [number, number] };
  places.list = ref([listedPlace(bridge, { appelation: 'Le pont', media, feature })]);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

function Path() {
  return <output>{useLocation().pathname}</output>;
}

function show({
  role = 'guest',
  privilege = 'guest',
  hasGained = true,
  picture = null,
}: {
  role?: Role;
  privilege?: Privilege;
  hasGained?: boolean;
  picture?: string | null;
} = {}): void {
  session.user = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role, picture: null };
  parcours.list = ref([{ ...quay, privilege }]);
  greet(id, hasGained);
  root.render(
    <MemoryRouter initialEntries={['/home/parcours']}>
      <WelcomeScreen map={{ ...quay, privilege }} role={role} picture={picture} />
      <Path />
      <RestartQuestion />
    </MemoryRouter>,
  );
}

function standAt(position: typeof BRIDGE, accuracyM = 5): void {
  location.status = 'active';
  location.fix = { ...position, accuracyM, headingDeg: null, speedMps: null, timestampMs: 0 };
}

test('a guest reads what the parcours is and what the position is for, before any prompt', async () => {
  show();
  await expect.element(page.getByRole('heading', { name: 'Le quai' })).toHaveFocus();
  for (const text of ['Pas à pas', words.stories(1), words.positionAsked]) {
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  }
  expect(await screenFaultsHere()).toEqual([]);
  await button(words.pack).click();
  expect(packSheet.parcoursId).toBe(id);
  await button(words.allMaps).click();
  expect(welcome.parcoursId).toBeNull();
});

test('the numbered places are listed in their order, at every size', async () => {
  const media = { data: mediaLink({ length: 120 }) };
  const [first] = places.list;
  places.list = ref([
    listedPlace(3, { appelation: 'La chapelle Sainte-Ursule-des-Bateliers', media, step: 1 }),
    listedPlace(2, { appelation: 'Le quai', step: 2 }),
    ...(first === undefined ? [] : [first]),
  ]);
  show();
  await page.getByText(words.steps(2)).click();
  expect(page.getByText(mapStrings.free).elements()).toEqual([]);
  const steps = page.getByRole('listitem').filter({ hasText: /Sainte-Ursule|Le quai|Le pont/ });
  await expect.element(steps.first()).toHaveTextContent('La chapelle Sainte-Ursule-des-Bateliers');
  expect(steps.elements().map((step) => (step as HTMLLIElement).value)).toEqual([1, 2]);
  expect(await screenFaultsHere()).toEqual([]);
});

test('distance and time are called approximate, since the author may state others', async () => {
  const media = { data: mediaLink({ length: 120 }) };
  const feature = { type: 'Point' as const, coordinates: [BRIDGE.lng + 0.0136, BRIDGE.lat] as [number, number] };
  places.list = ref([...places.list, listedPlace(2, { appelation: 'Le quai', media, feature })]);
  show();
  const facts = page.getByRole('list', { name: words.facts });
  // 1,000 m in a straight line: 26 minutes on foot and 3 of stories.
  await expect.element(facts).toHaveTextContent(/environ 1,3\skm · 30\smin\s*à pied, écoute comprise/);
  await expect.element(page.getByText(mapStrings.free)).toBeVisible();
});

test('a guest on site starts the walk by one tap', async () => {
  standAt(BRIDGE);
  show();
  await expect.element(page.getByText(words.inside)).toBeVisible();
  await button(words.listen).click();
  expect(listening.walk).toMatchObject({ onSite: true, autoplay: true });
  await expect.element(page.getByText('/home', { exact: true })).toBeInTheDocument();
  expect([welcome.parcoursId, fromHere.isOn]).toEqual([null, false]);
});

test('a guest with 300 m accuracy is not reported as on site, and can listen from there', async () => {
  standAt(BRIDGE, 300);
  show();
  await expect.element(page.getByText('Le lieu le plus proche est à moins de 300 m de vous.')).toBeVisible();
  expect(await faultsHere()).toEqual([]);
  await button(nearbyStrings.listenFromHere).click();
  await until(() => expect([listening.audio.phase, listening.walk.selected]).toEqual(['playing', bridge]));
  expect([listening.walk.onSite, welcome.parcoursId]).toEqual([false, null]);
});

test('a guest on the way reads distance and direction', async () => {
  standAt({ lng: BRIDGE.lng, lat: BRIDGE.lat - 0.0126 });
  show();
  await expect.element(page.getByText('Le lieu le plus proche est à 1,4 km de vous, au nord.')).toBeVisible();
});

/** The device's data about stories heard on a walk of 12 May 2024. */
function hearBefore(...stories: (readonly [PlaceId, ParcoursId])[]): void {
  const told = { userId: UserId.parse(1), whenMs: new Date(2024, 4, 12, 15).getTime(), isOnSite: true, isHeard: true };
  storage.write('currentUser', session.user);
  storage.write(
    'toldStories',
    stories.map(([placeId, parcoursId]) => ({ ...told, mapId: parcoursId, placeId, atMs: 0, parts: [] })),
  );
  scope.dispose();
  scope = new Scope();
  startListening(scope);
  followFromHere(scope);
}

test('a guest returning another day resumes the walk, or restarts only this one on request', async () => {
  const quai = { appelation: 'Le quai', media: { data: mediaLink({ link: longStory(), length: 60 }) } };
  const [other, hill] = [PlaceId.parse(3), ParcoursId.parse(2)];
  places.list = ref([...places.list, listedPlace(2, quai), listedPlace(other, { ...quai, map: { id: hill } })]);
  standAt(BRIDGE);
  show();
  hearBefore([bridge, id], [other, hill]);
  await expect.element(button('Continuer la balade du 12 mai 2024 (1 sur 2)')).toBeVisible();
  expect(await faultsHere()).toEqual([]);
  await button('Recommencer depuis le début').click();
  await button('Annuler').click();
  expect(storage.read('toldStories')).toHaveLength(2);
  await button('Recommencer depuis le début').click();
  await button('Recommencer').click();
  await until(() => expect(listening.walk).toMatchObject({ onSite: true, heard: [other] }));
  expect(storage.read('toldStories')).toMatchObject([{ placeId: other }]);
});

test('a guest far away reads the distance, and hears the first story after one tap', async () => {
  standAt(LYON);
  show();
  await expect.element(page.getByText(/Le lieu le plus proche est à 39\d.km/)).toBeVisible();
  expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
  await button(words.listen).click();
  await until(() => expect([listening.audio.phase, listening.walk.selected]).toEqual(['playing', bridge]));
  expect(listening.walk.onSite).toBe(false);
  expect(fromHere.isOn).toBe(true);
});

test('after a fully heard walk, the far-away guest hears it again, and all stays heard', async () => {
  standAt(LYON);
  show();
  hearBefore([bridge, id]);
  listenFromHere();
  await until(() => expect([listening.audio.phase, listening.walk.selected]).toEqual(['playing', bridge]));
  expect(listening.walk.heard).toEqual([bridge]);
  expect(storage.read('toldStories')).toMatchObject([{ placeId: bridge, isOnSite: true }]);
});

test('after a fully heard walk, the guest is also led to its map, and all stays heard', async () => {
  standAt(BRIDGE);
  show();
  hearBefore([bridge, id]);
  await button(words.seeMap).click();
  await expect.element(page.getByText('/home', { exact: true })).toBeInTheDocument();
  expect(listening.walk).toMatchObject({ onSite: false, heard: [bridge] });
});

test('a guest located far away after the tap hears the first story without another tap', async () => {
  show();
  await button(words.listen).click();
  expect(listening.walk.onSite).toBe(true);
  standAt(LYON);
  await until(() => expect([listening.audio.phase, listening.walk.selected]).toEqual(['playing', bridge]));
  expect(listening.walk).toMatchObject({ onSite: false, autoplay: false });
});

test('a guest located on site after the tap stays on the walk', async () => {
  show();
  await button(words.listen).click();
  standAt(BRIDGE);
  await until(() => expect(listening.walk.nearest?.placeId).toBe(bridge));
  expect([listening.walk.onSite, fromHere.isOn]).toEqual([true, false]);
});

test('a picture leaves the welcome as accessible as the sketch of the way', async () => {
  show({ picture: PICTURE_URL });
  await expect.poll(() => document.querySelector('img')?.naturalWidth).toBe(2);
  expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
});

test('a fellow dropper reads how to leave a drop, and one tap opens the mic in drop mode', async () => {
  switchDropMode(false);
  show({ role: 'user', privilege: 'drop' });
  await expect.element(page.getByText(words.howToDrop)).toBeVisible();
  await expect.element(page.getByText(words.questions)).toBeVisible();
  expect([parcours.beingCreated?.id, dropMode.chosen]).toEqual([id, true]);
  expect(await faultsHere()).toEqual([]);
  await button(words.drop).click();
  await expect.element(page.getByText('/home', { exact: true })).toBeInTheDocument();
  expect(recorderCard.isOpen).toBe(true);
  closeRecorderCard();
  expect(listening.walk.onSite).toBe(false);
});

test('a fellow dropper reopening the link keeps drop mode off until choosing to drop here', async () => {
  switchDropMode(false);
  show({ role: 'user', privilege: 'drop', hasGained: false });
  await expect.element(button(words.drop)).toBeVisible();
  expect([parcours.beingCreated, dropMode.chosen]).toEqual([null, false]);
  await button(words.drop).click();
  expect([parcours.beingCreated?.id, dropMode.chosen]).toEqual([id, true]);
});

test('a listener is offered no drop, whatever their account may do elsewhere', async () => {
  show({ role: 'user', privilege: 'guest' });
  await expect.element(button(words.listen)).toBeVisible();
  expect(button(words.drop).elements()).toEqual([]);
  expect(parcours.beingCreated).toBeNull();
});

test('a parcours without stories leads to its map', async () => {
  places.list = ref([]);
  show();
  await expect.element(page.getByText(words.empty)).toBeVisible();
  expect(button(words.listen).elements()).toEqual([]);
  await button(words.seeMap).click();
  expect(welcome.parcoursId).toBeNull();
});

test('stories that could not be loaded are reported as such, and loaded again', async () => {
  places.list = ref([]);
  places.status = 'failed';
  const heard = answerCalls({ [listCall(id)]: listAnswer() });
  show();
  await expect.element(page.getByRole('alert').getByText(words.failed)).toBeVisible();
  await button(strings.app.retry).click();
  await expect.element(page.getByText(words.empty)).toBeVisible();
  expect(heard).toHaveLength(1);
});

test('the welcome fits a small phone at twice the text size', async () => {
  await page.viewport(320, 568);
  document.documentElement.style.fontSize = '200%';
  show({ role: 'user', privilege: 'drop' });
  await expect.element(button(words.drop)).toBeVisible();
  const wide = [...document.querySelectorAll('main *')].filter(
    (element) => element.getBoundingClientRect().right > 320.5 && element.closest('[aria-hidden]') === null,
  );
  expect(wide).toEqual([]);
  document.documentElement.style.fontSize = '';
  endWelcome();
});
