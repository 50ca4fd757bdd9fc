import { MemoryRouter } from 'react-router-dom';
import { ref } from 'valtio';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { LoginScreen } from '../../../app/account/login-screen.tsx';
import { parcours, selectParcours } from '../../../app/parcours/parcours.ts';
import { places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { session, updateUser } from '../../../app/session/session.ts';
import { Menu } from '../../../app/shell/menu.tsx';
import { SettingsPane } from '../../../app/shell/settings-pane.tsx';
import { showLanguage } from '../../../app/ui/language.ts';
import { choosePlace, startListening } from '../../../app/walk/listening.ts';
import { StoryPlayer } from '../../../app/walk/story-player.tsx';
import { UserId } from '../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { longStory } from '../../support/audio/long-sounds.ts';
import { packedMap } from '../../support/packs/kept-pack.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

let scope: Scope;
const root = rootPerTest('div', async () => {
  scope.dispose();
  forgetSession();
  session.user = null;
  await showLanguage('fr');
  document.documentElement.lang = 'fr';
});

beforeEach(async () => {
  scope = new Scope();
  answerCalls({ [`GET /v1/invite?mapId=${packedMap.id}`]: [] });
  await showLanguage('en');
  document.documentElement.lang = 'en';
});

function logIn(): void {
  updateUser({ id: UserId.parse(1), name: 'Ana', email: 'a@b.org', role: 'admin', picture: null });
  parcours.list = ref([{ ...packedMap, privilege: 'admin' }]);
  selectParcours(packedMap.id);
}

function listen(): void {
  startListening(scope);
  const place = listedPlace(1, { media: { data: mediaLink({ link: longStory() }) } });
  places.list = ref([place]);
  choosePlace(place.id);
}

// Parts of the map's screen, which has the landmark.
const SETTINGS = (
  <main className="map">
    <SettingsPane onShowMap={() => {}} />
  </main>
);
const PLAYER = (
  <main className="map">
    <h1>Le quai</h1>
    <StoryPlayer />
  </main>
);

it.each([
  ['the login', () => {}, <LoginScreen key="login" />, page.getByRole('heading', { name: 'Welcome back' })],
  ['a map’s settings', logIn, SETTINGS, page.getByRole('switch', { name: 'Autoplay' })],
  ['the menu', logIn, <Menu key="menu" open onOpenChange={() => {}} />, page.getByRole('link', { name: 'My drops' })],
  ['the player', listen, PLAYER, page.getByRole('button', { name: 'Listen', exact: true })],
])('in English %s is accessible at every size', async (_, begin, screen, shown) => {
  begin();
  root.render(<MemoryRouter>{screen}</MemoryRouter>);
  await expect.element(shown).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
});
