import { ref } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { editorTools } from '../../../app/parcours/editor-tools.ts';
import { places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { location } from '../../../app/position/location.ts';
import { pause, play, seek, setFactor, setSound } from '../../../app/rehearsal/play-rehearsal.ts';
import { rehearsal } from '../../../app/rehearsal/rehearsal.ts';
import {
  clickMap,
  closeRehearsal,
  forgetRehearsal,
  openRehearsal,
  rehearseDrawnLine,
} from '../../../app/rehearsal/rehearsal-tool.ts';
import {
  addPoint,
  changeSettings,
  chooseLine,
  finishDrawing,
  startDrawing,
  takeFile,
  undoPoint,
  walkAsRecorded,
} from '../../../app/rehearsal/route.ts';
import { startSpoofer } from '../../../app/rehearsal/spoofer.ts';
import { choosePlace, listening, startListening, switchOnSite } from '../../../app/walk/listening.ts';
import type { GpxLine } from '../../../contracts/imported-file.ts';
import type { Place } from '../../../contracts/place.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { longStory } from '../../support/audio/long-sounds.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

const LAT = 48.855;
/** Degrees of longitude per metre at this latitude. */
const EAST = 1 / 73_130;
const LNG = 2.345;

const place = (id: number, eastM: number, length = 5): Place =>
  listedPlace(id, {
    feature: { type: 'Point', coordinates: [LNG + eastM * EAST, LAT] },
    media: { data: mediaLink({ link: `/v1/media/${id}`, length }) },
  });
const WAY: GpxLine = {
  name: 'Le quai',
  segments: 1,
  leftOut: null,
  line: [
    [LNG, LAT],
    [LNG + 100 * EAST, LAT],
  ],
  timesMs: [null, null],
};
/** Ten steps east, one each second, and a rest of a minute half-way. */
const RECORDED: GpxLine = {
  name: 'Enregistrée',
  segments: 1,
  leftOut: null,
  line: Array.from({ length: 101 }, (_, index) => [LNG + index * EAST, LAT]),
  timesMs: Array.from({ length: 101 }, (_, index) => 1000 * (index > 50 ? index + 60 : index)),
};
const EMPTY = { isOpen: false, status: 'empty', answer: null, walker: null, isPlaying: false, line: [], atS: 0 };

let scope: Scope;

beforeEach(() => {
  scope = new Scope();
  startListening(scope);
  startSpoofer(scope);
  places.list = ref([place(1, 30), place(2, 70)]);
  Object.assign(editorTools, { isOn: true, spoofs: true });
});

afterEach(() => {
  forgetRehearsal();
  scope.dispose();
  Object.assign(editorTools, { isOn: false, draws: false, spoofs: false });
  places.list = ref([]);
});

/** Resolves once all listeners, including the rehearsal, know that the places have changed. */
const whenPlacesAreTold = () =>
  new Promise((resolve) => {
    scope.add(subscribeKey(places, 'list', resolve));
  });
const ready = () => until(() => expect(rehearsal.status).toBe('ready'));
const startsOf = () => rehearsal.answer?.starts.map(({ placeId }) => placeId);

test('opens with the editor’s tools, without the Spoofer, and closes with them, leaving nothing', async () => {
  Object.assign(editorTools, { isOn: false, spoofs: false });
  openRehearsal();
  expect(rehearsal.isOpen).toBe(false);
  Object.assign(editorTools, { isOn: true });
  openRehearsal();
  takeFile([WAY]);
  await ready();
  play();
  Object.assign(editorTools, { isOn: false });
  await until(() => expect(rehearsal).toMatchObject(EMPTY));
});

test('a recorded route is walked at its own pace with its pauses, or at another on request', async () => {
  openRehearsal();
  takeFile([RECORDED]);
  await ready();
  expect(rehearsal.answer?.walkS).toBeCloseTo(160, 3);
  expect(rehearsal.lengthM).toBeCloseTo(100, 0);
  const alongAt = (atS: number): number => {
    seek(atS);
    return ((rehearsal.walker?.lng ?? 0) - LNG) / EAST;
  };
  expect(alongAt(25)).toBeCloseTo(25, 0);
  expect(alongAt(110) - alongAt(60)).toBeLessThan(2);
  expect(alongAt(140)).toBeCloseTo(80, 0);
  walkAsRecorded(false);
  await until(() => expect(rehearsal.answer?.walkS).toBeCloseTo(100 / 1.3, 0));
  walkAsRecorded(true);
  await until(() => expect(rehearsal.answer?.walkS).toBeCloseTo(160, 3));
});

test('a recorded route is restored unchanged', async () => {
  openRehearsal();
  takeFile([WAY, RECORDED]);
  chooseLine(1);
  closeRehearsal();
  openRehearsal();
  await ready();
  expect(rehearsal).toMatchObject({ name: 'Enregistrée', chosen: 1 });
  expect(rehearsal.answer?.walkS).toBeCloseTo(160, 3);
});

test('a line of the place editor is rehearsed in its place, whatever was rehearsed before', async () => {
  openRehearsal();
  takeFile([WAY]);
  await ready();
  closeRehearsal();
  Object.assign(editorTools, { draws: true, spoofs: false });
  rehearseDrawnLine([
    [LNG, LAT],
    [LNG + 40 * EAST, LAT],
  ]);
  expect(editorTools).toMatchObject({ isOn: true, draws: false });
  await until(() => expect(rehearsal).toMatchObject({ isOpen: true, status: 'ready', name: null, lines: [] }));
  expect(rehearsal.lengthM).toBeCloseTo(40, 0);
});

test('a route is drawn without the Spoofer, whose clicks otherwise select', () => {
  Object.assign(editorTools, { spoofs: false });
  openRehearsal();
  expect(clickMap([LNG, LAT])).toBe(false);
  startDrawing();
  expect(clickMap([LNG, LAT])).toBe(true);
  expect(rehearsal.line).toHaveLength(1);
});

test('is restored with its way, as drawn and walked, until the map is left', async () => {
  openRehearsal();
  startDrawing();
  for (const eastM of [0, 60, 110]) clickMap([LNG + eastM * EAST, LAT]);
  finishDrawing();
  changeSettings({ noiseM: 8 });
  closeRehearsal();
  expect(rehearsal).toMatchObject(EMPTY);
  openRehearsal();
  await ready();
  expect(rehearsal).toMatchObject({ name: null, isDrawing: false, settings: { noiseM: 8 } });
  expect(rehearsal.line).toHaveLength(3);
  forgetRehearsal();
  openRehearsal();
  expect(rehearsal).toMatchObject({ isOpen: true, line: [], settings: { noiseM: 3 } });
});

test('a way in progress when the tool is closed is extended when it is reopened', async () => {
  openRehearsal();
  startDrawing();
  changeSettings({ noiseM: 8 });
  closeRehearsal();
  openRehearsal();
  expect(rehearsal).toMatchObject({ isDrawing: true, status: 'empty', line: [], settings: { noiseM: 8 } });
  clickMap([LNG, LAT]);
  closeRehearsal();
  expect(rehearsal).toMatchObject(EMPTY);
  openRehearsal();
  expect(rehearsal).toMatchObject({ isDrawing: true, status: 'empty', line: { length: 1 } });
  clickMap([LNG + 60 * EAST, LAT]);
  finishDrawing();
  await ready();
  expect(rehearsal.lengthM).toBeCloseTo(60, 0);
});

test('a restored way in progress is finished if the drawing tools receive the clicks', async () => {
  openRehearsal();
  startDrawing();
  for (const eastM of [0, 90]) clickMap([LNG + eastM * EAST, LAT]);
  closeRehearsal();
  Object.assign(editorTools, { draws: true });
  openRehearsal();
  await ready();
  expect(rehearsal).toMatchObject({ isDrawing: false, line: { length: 2 } });
});

test('settings are restored without a way', () => {
  openRehearsal();
  changeSettings({ noiseM: 8 });
  closeRehearsal();
  openRehearsal();
  expect(rehearsal).toMatchObject({ status: 'empty', isDrawing: false, settings: { noiseM: 8 } });
});

test('a file’s line is rehearsed immediately, and again for other settings or places', async () => {
  openRehearsal();
  takeFile([WAY]);
  await ready();
  expect(rehearsal.answer?.walkS).toBeCloseTo(100 / 1.3, 0);
  expect(startsOf()).toEqual([1, 2]);
  changeSettings({ speedMps: 2, noiseM: 0 });
  await until(() => expect(rehearsal.answer?.walkS).toBeCloseTo(50, 0));
  places.list = ref([place(2, 70)]);
  await until(() => expect(startsOf()).toEqual([2]));
});

test('a click sets the position, or extends the way while it is drawn', async () => {
  openRehearsal();
  expect(clickMap([LNG, LAT])).toBe(true);
  expect(location).toMatchObject({ isFalse: true, fix: { lng: LNG, lat: LAT } });
  startDrawing();
  clickMap([LNG + 50 * EAST, LAT]);
  clickMap([LNG + 90 * EAST, LAT]);
  clickMap([LNG + 5, LAT]);
  undoPoint();
  expect(location.fix?.lng).toBe(LNG);
  finishDrawing();
  await ready();
  expect(rehearsal.lengthM).toBeCloseTo(40, 0);
  Object.assign(editorTools, { spoofs: false });
  expect(clickMap([LNG, LAT])).toBe(false);
});

test('the drawing tools take over the clicks from a way in progress, and finish it', async () => {
  openRehearsal();
  startDrawing();
  clickMap([LNG, LAT]);
  clickMap([LNG + 90 * EAST, LAT]);
  Object.assign(editorTools, { draws: true });
  await ready();
  expect(clickMap([LNG, LAT])).toBe(false);
  expect(rehearsal).toMatchObject({ isOpen: true, isDrawing: false, line: { length: 2 } });
});

test('a double-click adds one point, and changes of the parcours wait for the last point', async () => {
  openRehearsal();
  startDrawing();
  for (const eastM of [0, 0, 50, 50]) addPoint([LNG + eastM * EAST, LAT]);
  expect(rehearsal.line).toHaveLength(2);
  // The next copy of the world, as given by a click beyond the antimeridian.
  addPoint([LNG + 60 * EAST - 360, LAT]);
  expect(rehearsal.line[2]?.[0]).toBeCloseTo(LNG + 60 * EAST, 9);
  undoPoint();
  const told = whenPlacesAreTold();
  places.list = ref([place(1, 30)]);
  await told;
  expect(rehearsal).toMatchObject({ isDrawing: true, status: 'empty', answer: null });
  finishDrawing();
  await ready();
  expect(startsOf()).toEqual([1]);
});

test('another line of the file keeps the previous result visible until its own is known', async () => {
  openRehearsal();
  takeFile([WAY, { ...WAY, name: 'La cour', line: [WAY.line[1] ?? [0, 0], [LNG + 200 * EAST, LAT]] }]);
  await ready();
  seek(40);
  chooseLine(1);
  expect(rehearsal).toMatchObject({ status: 'computing', name: 'La cour', atS: 0, walker: null });
  expect(startsOf()).toEqual([1, 2]);
  await ready();
  expect(startsOf()).toEqual([]);
  chooseLine(2);
  expect(rehearsal.name).toBe('La cour');
});

const audio = () => document.querySelector<HTMLAudioElement>('audio[data-testid="player"]');
const hears = (name: string, fromS: number) =>
  until(() => {
    expect(audio()?.src).toContain(`#${name}`);
    expect(audio()?.paused).toBe(false);
    expect(audio()?.currentTime).toBeGreaterThan(fromS);
  });
const isSilent = () =>
  until(() => {
    expect(listening.walk.selected).toBeNull();
    expect(audio()?.paused ?? true).toBe(true);
  });

test('only at its own pace the stories are played, from the current position of the walk', async () => {
  const story = longStory();
  // Long enough that no pause of the machine skips it, short enough that the next one cuts none.
  const withLink = (at: Place, name: string): Place => ({
    ...at,
    media: { data: mediaLink({ link: `${story}#${name}`, length: 20 }) },
  });
  places.list = ref([withLink(place(1, 30), 'first'), withLink(place(2, 70), 'second')]);
  openRehearsal();
  takeFile([WAY]);
  changeSettings({ noiseM: 0 });
  await ready();
  await until(() => expect(rehearsal.settings.noiseM === 0 && rehearsal.status).toBe('ready'));
  const [first, second] = rehearsal.answer?.starts ?? [];
  if (first === undefined || second === undefined) throw new Error('Expected two starts');

  setFactor(1);
  setSound(true);
  seek(first.atS + 12);
  await isSilent();
  play();
  // From the start it would not get there before this gives up.
  await hears('first', 12);
  pause();
  await isSilent();

  play();
  seek(second.atS);
  await hears('second', 0);
  setFactor(5);
  expect(listening.walk.selected).toBeNull();
  await isSilent();
  setFactor(1);
  seek(first.atS);
  await hears('first', 0);
  // A person who chose another story meanwhile keeps it.
  choosePlace(PlaceId.parse(2));
  setSound(false);
  expect(listening.walk.selected).toBe(2);
  choosePlace(null);

  setSound(true);
  seek(first.atS);
  await hears('first', 0);
  closeRehearsal();
  await isSilent();
});

test('a rehearsal whose sound starts while it plays takes the player from the guide', async () => {
  openRehearsal();
  takeFile([WAY]);
  await ready();
  setSound(true);
  setFactor(5);
  play();
  switchOnSite(true);
  expect(listening.walk.onSite).toBe(true);
  setFactor(20);
  expect(listening.walk.onSite).toBe(true);
  setFactor(1);
  expect(rehearsal.isPlaying).toBe(true);
  expect(listening.walk.onSite).toBe(false);
});

test.each([
  ['too-short', LNG],
  ['too-long', LNG + 1],
])('a way that is %s is not walked', (status, toLng) => {
  openRehearsal();
  takeFile([
    {
      ...WAY,
      line: [
        [LNG, LAT],
        [toLng, LAT],
      ],
    },
  ]);
  expect(rehearsal).toMatchObject({ status, answer: null });
});

test('plays at the requested speed, stops in a pause, and can be sought', async () => {
  openRehearsal();
  takeFile([WAY]);
  await ready();
  setFactor(5);
  play();
  await until(() => expect(rehearsal.atS).toBeGreaterThan(1));
  pause();
  const { atS } = rehearsal;
  expect(rehearsal.isPlaying).toBe(false);
  seek(50);
  expect(rehearsal.atS).toBe(50);
  expect(rehearsal.walker?.lng).toBeCloseTo(LNG + 65 * EAST, 5);
  expect(atS).toBeLessThan(50);
  setFactor(Number.POSITIVE_INFINITY);
  play();
  expect(rehearsal).toMatchObject({ isPlaying: false, atS: rehearsal.answer?.endS });
  expect(listening.walk.selected).toBeNull();
});
