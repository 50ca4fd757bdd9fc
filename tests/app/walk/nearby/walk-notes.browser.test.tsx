import { ref } from 'valtio';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { holdPage } from '../../../../app/page/busy.ts';
import { screenWake } from '../../../../app/page/screen-wake.ts';
import { places } from '../../../../app/places/places.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { storage } from '../../../../app/platform/storage/storage.ts';
import { moveBy } from '../../../../app/position/coordinates.ts';
import { beginFalsePosition, endFalsePosition, location, setFalsePosition } from '../../../../app/position/location.ts';
import { locationStrings } from '../../../../app/position/location-words.ts';
import {
  beginWalk,
  choosePlace,
  endWalk,
  listening,
  pauseStory,
  playPlace,
  startListening,
  switchAutoplay,
} from '../../../../app/walk/listening.ts';
import { followFromHere, listenFromHere } from '../../../../app/walk/nearby/from-here.ts';
import { nearbyStrings } from '../../../../app/walk/nearby/nearby-words.ts';
import { followNext } from '../../../../app/walk/nearby/next-story.ts';
import { followTapped, tapMap } from '../../../../app/walk/nearby/tapped-place.ts';
import { WalkNotes } from '../../../../app/walk/nearby/walk-notes.tsx';
import { listenStrings } from '../../../../app/walk/player-words.ts';
import { pocketStrings } from '../../../../app/walk/pocket/pocket-words.ts';
import { StoryPlayer } from '../../../../app/walk/story-player.tsx';
import { UnfinishedOffer } from '../../../../app/walk/unfinished-offer.tsx';
import { WalkPill } from '../../../../app/walk/walk-pill.tsx';
import { unfinishedStrings, walkStrings } from '../../../../app/walk/walk-words.ts';
import { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import '../../../../app/ui/fonts.css';
import '../../../../app/ui/tokens.css';
import '../../../../app/ui/base.css';
import { faultsHere } from '../../../support/accessibility/axe-here.ts';
import { longStory } from '../../../support/audio/long-sounds.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../../support/samples/listed-place.ts';
import { until } from '../../../support/until.ts';

const BRIDGE = { lng: 2.3425, lat: 48.8565 };
const LYON = { lng: 4.8357, lat: 45.764 };
const [bridge, market, bench] = [PlaceId.parse(1), PlaceId.parse(2), PlaceId.parse(3)];
const root = rootPerTest('main', () => {
  scope.dispose();
  endFalsePosition();
  places.list = ref([]);
  location.fix = null;
  location.status = 'idle';
});
let scope: Scope;
let framed: number;

beforeEach(async () => {
  await page.viewport(390, 844);
  scope = new Scope();
  startListening(scope);
  followTapped(scope);
  followFromHere(scope);
  const media = { data: mediaLink({ link: longStory() }) };
  const far = moveBy(BRIDGE, [400, 0]);
  places.parcoursIds = [ParcoursId.parse(1)];
  places.list = ref([
    listedPlace(bridge, { appelation: 'Le pont', media, feature: pointAt(BRIDGE) }),
    listedPlace(market, { appelation: 'Le marché', media, feature: pointAt(far) }),
    listedPlace(bench, { appelation: 'Le banc', feature: pointAt(far) }),
  ]);
  framed = 0;
  show();
});

const pointAt = ({ lng, lat }: typeof BRIDGE) => ({
  type: 'Point' as const,
  coordinates: [lng, lat] as [number, number],
});
const fixAt = (position: typeof BRIDGE, accuracyM = 5) => ({
  ...{ ...position, accuracyM },
  ...{ headingDeg: null, speedMps: null, timestampMs: 0 },
});
const region = (name: string) => page.getByRole('region', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const isPlaying = (placeId: PlaceId) =>
  until(() => expect([listening.audio.phase, listening.walk.selected]).toEqual(['playing', placeId]));

function show({ isAway = false, hasMap = true } = {}): void {
  const onShowParcours = hasMap ? () => (framed += 1) : null;
  root.render(
    <>
      <WalkPill />
      <UnfinishedOffer />
      <WalkNotes isAway={isAway} onShowParcours={onShowParcours} />
      <StoryPlayer />
    </>,
  );
}

function standAt(position: typeof BRIDGE, accuracyM = 5): void {
  location.status = 'active';
  location.fix = fixAt(position, accuracyM);
}

/** Lets the current story end as if all of it had been played, without a seek by hand. */
async function endStory(): Promise<void> {
  const { selected } = listening.walk;
  await until(() => expect(listening.walk.progress.atMs).toBeGreaterThan(0));
  const element = document.querySelector<HTMLAudioElement>('audio[data-testid="player"]');
  if (element !== null) element.currentTime = element.duration - 0.3;
  await until(() => expect(listening.walk.isOver || listening.walk.selected !== selected).toBe(true));
}

async function hearAtHome(): Promise<void> {
  playPlace(bridge);
  await isPlaying(bridge);
  await endStory();
  choosePlace(null);
}

test('a story heard at home is marked as heard in the player, and can be played again', async () => {
  await hearAtHome();
  standAt(BRIDGE);
  beginWalk();
  const player = region(listenStrings.player);
  await expect.element(player.getByText(listenStrings.heard)).toBeVisible();
  expect(region(nearbyStrings.label).elements()).toEqual([]);
  await player.getByRole('button', { name: listenStrings.play }).click();
  await isPlaying(bridge);
  await expect.element(player.getByText(listenStrings.heard)).not.toBeInTheDocument();
});

test('a story that ends is shown as ended in place, and no control moves', async () => {
  standAt(BRIDGE);
  beginWalk();
  await isPlaying(bridge);
  await expect.element(page.getByText(walkStrings.listening)).toBeVisible();
  const tops = () =>
    page
      .getByRole('button')
      .elements()
      .map((control) => control.getBoundingClientRect().top);
  await document.fonts.ready;
  const before = tops();
  await endStory();
  await expect.element(region(listenStrings.player).getByText(listenStrings.over)).toBeVisible();
  await expect.element(button(listenStrings.replay)).toBeVisible();
  expect(tops()).toEqual(before);
  await button(listenStrings.replay).click();
  await isPlaying(bridge);
  expect(region(nearbyStrings.label).elements()).toEqual([]);
});

test('a walk whose last story has ended says so', async () => {
  places.list = ref(places.list.filter(({ id }) => id !== market));
  standAt(BRIDGE);
  beginWalk();
  await isPlaying(bridge);
  const closing = region(listenStrings.player).getByText(nearbyStrings.allHeard);
  expect(closing.elements()).toEqual([]);
  await endStory();
  await expect.element(closing).toBeVisible();
  await expect.element(page.getByText('1 sur 1')).toBeVisible();
  expect(await faultsHere()).toEqual([]);
});

test('a story begun at home is marked as begun on a walk, and can be resumed', async () => {
  playPlace(bridge);
  await isPlaying(bridge);
  choosePlace(null);
  standAt(BRIDGE);
  beginWalk();
  await expect.element(region(listenStrings.player).getByText(listenStrings.begun)).toBeVisible();
  const { resume } = unfinishedStrings;
  await button(resume('Le pont')).click();
  await expect.element(region(listenStrings.player).getByText(listenStrings.resumed)).toBeVisible();
});

test('a pause by hand is noted until dismissed, not while recording; then the next reason is', async () => {
  standAt(BRIDGE);
  beginWalk();
  await isPlaying(bridge);
  pauseStory();
  await expect.element(page.getByText(nearbyStrings.paused)).toBeVisible();
  const release = holdPage('recording');
  await expect.element(page.getByText(nearbyStrings.paused)).not.toBeInTheDocument();
  release();
  await button(nearbyStrings.dismiss).click();
  await expect.element(region(nearbyStrings.label)).not.toBeInTheDocument();
  switchAutoplay(false);
  await expect.element(page.getByText(nearbyStrings.autoplayOff)).toBeVisible();
  await button(nearbyStrings.switchAutoplayOnLong).click();
  expect(listening.walk.autoplay).toBe(true);
});

test('300 m of accuracy are reported with a remedy', async () => {
  standAt(BRIDGE, 300);
  location.accuracy = 'low';
  beginWalk();
  location.accuracy = 'low';
  await expect.element(page.getByText(nearbyStrings.vague(300))).toBeVisible();
  await button('Améliorer la précision').click();
  expect(location.accuracy).toBe('high');
  expect(await faultsHere()).toEqual([]);
  await button(nearbyStrings.listenFromHere).click();
  await isPlaying(bridge);
  expect(listening.walk.onSite).toBe(false);
});

test('after waiting 10 s for a position, not before, listening without one is offered', async () => {
  location.status = 'requesting';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  beginWalk();
  // By frames, because the timers are stopped.
  const reads = async (check: () => boolean): Promise<void> => {
    while (!check()) await new Promise(requestAnimationFrame);
  };
  const says = (words: string) => reads(() => page.getByText(words, { exact: true }).elements().length > 0);
  await says(locationStrings.requesting);
  // The wait begins with the frame after.
  await drawn();
  vi.advanceTimersByTime(9000);
  // It is requested repeatedly meanwhile.
  location.status = 'error';
  await says(walkStrings.noPosition);
  location.status = 'requesting';
  await says(locationStrings.requesting);
  vi.advanceTimersByTime(900);
  await drawn();
  expect(region(nearbyStrings.label).elements()).toEqual([]);
  vi.advanceTimersByTime(200);
  vi.useRealTimers();
  await expect.element(page.getByText(nearbyStrings.noAnswer)).toBeVisible();
  expect(await faultsHere()).toEqual([]);
  await button(nearbyStrings.listenFromHere).click();
  await isPlaying(bridge);
  await expect.element(region(nearbyStrings.label)).not.toBeInTheDocument();
});

test('a note beside the walk says that the phone will lock itself, until it is dismissed for good', async () => {
  scope.add(() => storage.forgetAll());
  vi.spyOn(navigator.wakeLock, 'request').mockRejectedValue(new DOMException('Low battery', 'NotAllowedError'));
  standAt(BRIDGE);
  beginWalk();
  const note = region(pocketStrings.screenLabel);
  await expect.element(note.getByText(pocketStrings.screenMayTurnOff)).toBeVisible();
  await isPlaying(bridge);
  await note.getByRole('button', { name: nearbyStrings.dismiss }).click();
  await expect.element(note).not.toBeInTheDocument();
  endWalk();
  root.render(null);
  show();
  beginWalk();
  await until(() => expect(screenWake.lock).toBe('refused'));
  await drawn();
  expect(note.elements()).toEqual([]);
});

test('a place tapped on a walk offers its story, if any, until a tap beside it or the walk’s end', async () => {
  standAt(BRIDGE);
  beginWalk();
  await isPlaying(bridge);
  tapMap(bench);
  await expect.element(page.getByText(nearbyStrings.noAudio('Le banc'))).toBeVisible();
  tapMap(null);
  await expect.element(region(nearbyStrings.offered)).not.toBeInTheDocument();
  tapMap(market);
  await expect.element(button(nearbyStrings.offer('Le marché'))).toBeVisible();
  expect(listening.walk.selected).toBe(bridge);
  expect(await faultsHere()).toEqual([]);
  await button(nearbyStrings.offer('Le marché')).click();
  await isPlaying(market);
  expect(listening.walk.reason).toBe('chosen');
  await expect.element(region(nearbyStrings.offered)).not.toBeInTheDocument();
  tapMap(bridge);
  await expect.element(region(nearbyStrings.offered)).toBeVisible();
  endWalk();
  await expect.element(region(nearbyStrings.offered)).not.toBeInTheDocument();
  tapMap(bridge);
  expect(listening.walk.selected).toBe(bridge);
});

test('far away, a card gives distance and direction, shows the parcours, and plays it in order', async () => {
  location.fix = fixAt(LYON);
  const card = region(nearbyStrings.far);
  await expect.element(card.getByText(/^Le lieu le plus proche est à 39\d.km$/)).toBeVisible();
  await expect.element(card.getByText('Il est au nord-ouest.')).toBeVisible();
  const colour = (name: string) => getComputedStyle(button(name).element()).backgroundColor;
  expect(colour(walkStrings.start)).not.toBe(colour(nearbyStrings.listenFromHere));
  expect(await faultsHere()).toEqual([]);
  await card.getByRole('button', { name: nearbyStrings.seeParcours }).click();
  expect(framed).toBe(1);
  await card.getByRole('button', { name: nearbyStrings.listenFromHere }).click();
  await isPlaying(bridge);
  await expect.element(card).not.toBeInTheDocument();
  choosePlace(null);
  await card.getByRole('button', { name: nearbyStrings.dismiss }).click();
  await expect.element(card).not.toBeInTheDocument();
});

test('between 1 and 2 km the card gives distance and direction; on a walk the controls do', async () => {
  scope.add(() => endWalk());
  followNext(scope);
  standAt(moveBy(BRIDGE, [0, -1500]));
  const card = region(nearbyStrings.far);
  await expect.element(card.getByText(/^Le lieu le plus proche est à 1,5.km$/)).toBeVisible();
  await expect.element(card.getByText('Il est au nord.')).toBeVisible();
  beginWalk();
  await expect.element(page.getByText('Ensuite à 1,5 km : Le pont')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'au nord' })).toBeVisible();
  await expect.element(card).not.toBeInTheDocument();
});

test('a walk that starts far away shows a dismissed card again', async () => {
  location.fix = fixAt(LYON);
  const card = region(nearbyStrings.far);
  await card.getByRole('button', { name: nearbyStrings.dismiss }).click();
  await expect.element(card).not.toBeInTheDocument();
  choosePlace(bridge);
  beginWalk();
  await expect.element(card).toBeVisible();
});

test('from here each story names and starts the next, and the last one says all are heard', async () => {
  listenFromHere();
  await isPlaying(bridge);
  const player = region(listenStrings.player);
  await expect.element(player.getByText(listenStrings.inOrder(1, 2))).toBeVisible();
  await expect.element(player.getByRole('button', { name: nearbyStrings.nextStory('Le marché') })).toBeVisible();
  expect(await faultsHere()).toEqual([]);
  await endStory();
  await isPlaying(market);
  await expect.element(player.getByText(nearbyStrings.lastStory)).toBeVisible();
  await endStory();
  await expect.element(player.getByText(nearbyStrings.allHeard)).toBeVisible();
  expect(listening.walk.selected).toBe(market);
  expect(listening.audio.phase).toBe('ready');
});

test('from here a skipped story does not count as heard', async () => {
  listenFromHere();
  await isPlaying(bridge);
  await button(nearbyStrings.nextStory('Le marché')).click();
  await isPlaying(market);
  await endStory();
  await expect.element(region(listenStrings.player).getByText(nearbyStrings.someLeft)).toBeVisible();
});

test('listening from here can be stopped after a story, and resumed', async () => {
  listenFromHere();
  await isPlaying(bridge);
  await button(nearbyStrings.stopAfterLong).click();
  await endStory();
  await expect.element(button(listenStrings.replay)).toBeVisible();
  expect(listening.walk).toMatchObject({ selected: bridge, startsItself: false });
  await button(nearbyStrings.followOnLong).click();
  await button(nearbyStrings.nextStory('Le marché')).click();
  await isPlaying(market);
});

test('listening from here ends when a walk starts, and then nothing follows by itself', async () => {
  listenFromHere();
  await isPlaying(bridge);
  choosePlace(null);
  const card = region(nearbyStrings.far);
  await expect.element(card.getByText(nearbyStrings.fromHere)).toBeVisible();
  beginWalk();
  await expect.element(card).not.toBeInTheDocument();
  expect(listening.walk.order).toBeNull();
});

test('the far-away card is hidden for a false position, while the map is edited, and nearby', async () => {
  location.fix = fixAt(LYON);
  const card = region(nearbyStrings.far);
  await expect.element(card).toBeVisible();
  show({ isAway: true });
  await expect.element(card).not.toBeInTheDocument();
  show({ hasMap: false });
  await expect.element(card).toBeVisible();
  await expect.element(page.getByRole('button', { name: nearbyStrings.seeParcours })).not.toBeInTheDocument();
  beginFalsePosition();
  setFalsePosition(fixAt(LYON));
  await expect.element(card).not.toBeInTheDocument();
  endFalsePosition();
  location.fix = fixAt(LYON);
  await expect.element(card).toBeVisible();
  location.fix = fixAt(BRIDGE);
  await expect.element(card).not.toBeInTheDocument();
});

test('a dismissed far-away card stays away, even with the maps in another order', async () => {
  const dismissed = places.parcoursIds;
  places.parcoursIds = [ParcoursId.parse(1), ParcoursId.parse(2)];
  location.fix = fixAt(LYON);
  const card = region(nearbyStrings.far);
  await card.getByRole('button', { name: nearbyStrings.dismiss }).click();
  await expect.element(card).not.toBeInTheDocument();
  // For other parcours it is shown.
  places.parcoursIds = dismissed;
  await expect.element(card).toBeVisible();
  beginWalk();
  endWalk();
  places.parcoursIds = [ParcoursId.parse(2), ParcoursId.parse(1)];
  await expect.element(card).not.toBeInTheDocument();
  // Too inaccurate to tell that it is far away.
  location.fix = fixAt(LYON, 500_000);
  await drawn();
  location.fix = fixAt(LYON);
  await drawn();
  expect(card.elements()).toEqual([]);
});

test('a dismissed far-away card returns after coming near and going far away again', async () => {
  location.fix = fixAt(LYON);
  const card = region(nearbyStrings.far);
  const dismiss = card.getByRole('button', { name: nearbyStrings.dismiss });
  await dismiss.click();
  await expect.element(card).not.toBeInTheDocument();
  location.fix = fixAt(BRIDGE);
  await drawn();
  location.fix = fixAt(LYON);
  await expect.element(card).toBeVisible();
});

/** Resolves once the latest state is drawn. */
async function drawn(): Promise<void> {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
}
