import { ref } from 'valtio';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { places } from '../../../app/places/places.ts';
import { plan } from '../../../app/places/plan.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { location } from '../../../app/position/location.ts';
import { choosePlace, listening, startListening, switchOnSite } from '../../../app/walk/listening.ts';
import { listenStrings } from '../../../app/walk/player-words.ts';
import { StoryPlayer } from '../../../app/walk/story-player.tsx';
import type { Place } from '../../../contracts/place.ts';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { longStory } from '../../support/audio/long-sounds.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { mediaLink } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

const id = PlaceId.parse(11);
const map = { id: ParcoursId.parse(1) };
const noAudio = new URL('../../fixtures/audio/text.mp3', import.meta.url).href;
const story = longStory();

function placeWith(link: string): Place {
  return {
    id,
    appelation: 'La statue',
    type: 'Ici',
    feature: { type: 'Point', coordinates: [2.347, 48.855] },
    map,
    userId: null,
    media: { data: mediaLink({ link }) },
  };
}

const root = rootPerTest('div', () => {
  scope.dispose();
  places.list = ref([]);
  location.fix = null;
});
let scope: Scope;

beforeEach(() => {
  scope = new Scope();
  startListening(scope);
  root.render(<StoryPlayer />);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const audio = (): HTMLAudioElement | null => document.querySelector('audio[data-testid="player"]');

async function choose(link: string): Promise<void> {
  places.list = ref([placeWith(link)]);
  choosePlace(id);
  await until(() => expect(listening.audio.phase).toMatch(/ready|failed/));
}

/** Presses the button like a keyboard: it has the focus, and nothing focuses it again. */
async function press(name: string): Promise<void> {
  const found = button(name);
  await expect.element(found).toBeVisible();
  const element = found.element();
  if (element instanceof HTMLElement) element.focus();
  await userEvent.keyboard('{Enter}');
}

/** Makes the browser require a tap before the next sound. */
function refuseOnce(): void {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValueOnce(new DOMException('No tap', 'NotAllowedError'));
}

test('the focus moves from play to the tap button that the browser requires, then to pause', async () => {
  await choose(story);
  refuseOnce();
  await press('Écouter');
  await expect.element(button('Toucher pour écouter')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Pause')).toHaveFocus();
});

test('who orders the places reads the number that the map shows, among all of them', async () => {
  const planned = {
    ...placeWith(story),
    id: PlaceId.parse(12),
    asked: null,
    state: 'planned',
    filledBy: null,
  } as const;
  Object.assign(plan, { list: ref([planned]), steps: ref(new Map([planned.id, id].map((one, at) => [one, at + 1]))) });
  await choose(story);
  await expect.element(page.getByText('Étape 2 sur 2')).toBeVisible();
  Object.assign(plan, { list: ref([]), steps: ref(new Map()) });
  await expect.element(page.getByText('Étape')).not.toBeInTheDocument();
});

test('a message says that the browser waits for a tap', async () => {
  await choose(story);
  const region = page.getByRole('status').element();
  expect(region.textContent).toBe('');
  refuseOnce();
  await press('Écouter');
  await until(() => expect(region.textContent).toBe('Votre navigateur attend un geste avant de jouer du son.'));
  expect(region.isConnected).toBe(true);
});

test('an interruption is shown, and the focus moves to resume and back to pause', async () => {
  switchOnSite(true);
  await choose(story);
  const region = page.getByRole('status').element();
  await press('Écouter');
  await expect.element(button('Pause')).toHaveFocus();
  audio()?.pause();
  await expect.element(button('Reprendre l’écoute')).toHaveFocus();
  expect(region.textContent).toBe('Un appel ou une autre application a interrompu le son.');
  expect(region.isConnected).toBe(true);
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Pause')).toHaveFocus();
  expect(region.textContent).toBe('');
});

test('a retry keeps the focus in the player while the audio loads and afterwards', async () => {
  let answer: (place: unknown) => void = () => {};
  const { media, ...place } = placeWith(story);
  answerCalls({ 'GET /v1/place/11': () => new Promise((resolve) => (answer = resolve)) });
  await choose(noAudio);
  await press('Réessayer');
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play');
  answer({ ...place, media_data: media?.data });
  await until(() => expect(listening.audio.phase).toBe('ready'));
  await expect.element(button('Écouter')).toHaveFocus();
  expect(play).not.toHaveBeenCalled();
});

test('the focus is unchanged if the removed control did not have it', async () => {
  const elsewhere = document.createElement('button');
  document.body.append(elsewhere);
  switchOnSite(true);
  await choose(story);
  await press('Écouter');
  await expect.element(button('Pause')).toHaveFocus();
  elsewhere.focus();
  audio()?.pause();
  await expect.element(button('Reprendre l’écoute')).toBeVisible();
  expect(document.activeElement).toBe(elsewhere);
});

test('a story waiting for data says so in its button, which pauses it', async () => {
  await choose(story);
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause');
  await expect.element(button('Écouter')).toBeVisible();
  expect(button('Écouter').element().querySelector('svg')).not.toBeNull();
  listening.audio = { ...listening.audio, isBuffering: true };
  await press('Pause');
  expect(button('Pause').element().querySelector('svg')).toBeNull();
  expect(pause).toHaveBeenCalled();
});

test('the speed is large enough for iOS not to zoom the page in', async () => {
  await choose(story);
  const field = page.getByRole('combobox', { name: listenStrings.speed }).element();
  expect(Number.parseFloat(getComputedStyle(field).fontSize)).toBeGreaterThanOrEqual(16);
});

test('keys and buttons seek in the story and announce the position', async () => {
  await choose(story);
  const slider = page.getByRole('slider', { name: listenStrings.seek });
  const standsAt = async (positionS: number): Promise<void> => {
    await until(() => expect(Math.round(audio()?.currentTime ?? Number.NaN)).toBe(positionS));
  };
  const element = slider.element();
  if (element instanceof HTMLElement) element.focus();
  for (const [key, positionS] of [
    ['ArrowRight', 5],
    ['PageUp', 15],
    ['ArrowLeft', 10],
    ['PageDown', 0],
    ['End', 60],
    ['Home', 0],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    await standsAt(positionS);
  }
  await button(listenStrings.skipAhead(10)).click();
  await button(listenStrings.skipAhead(10)).click();
  await standsAt(20);
  await button(listenStrings.skipBack(10)).click();
  await standsAt(10);
  await expect.element(slider).toHaveAttribute('aria-valuetext', '0:10 / 1:00');
  await expect.element(page.getByText('0:10 / 1:00')).toBeVisible();
});

test('a story without a waveform has a plain bar for seeking', async () => {
  answerCalls({});
  places.list = ref([{ ...placeWith(story), media: { data: mediaLink({ link: story, peaks: '/v1/media/a.dat' }) } }]);
  choosePlace(id);
  await until(() => expect(listening.audio.phase).toBe('ready'));
  const slider = page.getByRole('slider', { name: listenStrings.seek }).element();
  if (slider instanceof HTMLElement) slider.focus();
  await userEvent.keyboard('{PageUp}');
  await until(() => expect(audio()?.currentTime).toBe(10));
  expect(page.getByTestId('waveform').query()).toBeNull();
});

test('closing the player returns the focus to where it was', async () => {
  const elsewhere = document.createElement('button');
  document.body.append(elsewhere);
  await choose(story);
  await expect.element(button(listenStrings.close)).toBeVisible();
  elsewhere.focus();
  await press(listenStrings.close);
  await expect.element(page.getByRole('region', { name: listenStrings.player })).not.toBeInTheDocument();
  expect(document.activeElement).toBe(elsewhere);
});
