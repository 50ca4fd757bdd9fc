import { ref } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { editorTools } from '../../../app/parcours/editor-tools.ts';
import { places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { moveBy } from '../../../app/position/coordinates.ts';
import { rehearsal, type ShownMap } from '../../../app/rehearsal/rehearsal.ts';
import { RehearsalPanel } from '../../../app/rehearsal/rehearsal-panel.tsx';
import { forgetRehearsal, openRehearsal } from '../../../app/rehearsal/rehearsal-tool.ts';
import { rehearsalStrings } from '../../../app/rehearsal/rehearsal-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { startListening } from '../../../app/walk/listening.ts';
import type { Position } from '../../../contracts/geo.ts';
import type { Place } from '../../../contracts/place.ts';
import { readTracks } from '../../../workers/client/import-client.ts';
import { until } from '../../support/until.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { faultsHere } from '../../support/accessibility/axe-here.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const words = rehearsalStrings;

/** The position this many metres east and north of the start of the ways. */
function at(eastM: number, northM = 0): Position {
  const { lng, lat } = moveBy({ lng: 2.345, lat: 48.855 }, [eastM, northM]);
  return [lng, lat];
}

const place = (id: number, name: string, eastM: number, northM: number, length: number | null): Place =>
  listedPlace(id, {
    appelation: name,
    feature: { type: 'Point', coordinates: at(eastM, northM) },
    media: { data: mediaLink({ link: `/v1/media/${id}`, length }) },
  });

const track = (name: string, ...line: Position[]): string =>
  `<trk><name>${name}</name><trkseg>${line.map(([lng, lat]) => `<trkpt lat="${lat}" lon="${lng}"/>`).join('')}</trkseg></trk>`;
const GPX = `<gpx>${track('Le quai', at(0), at(200))}${track('La cour', at(0), at(0, 100))}</gpx>`;

let scope: Scope;
const root = rootPerTest('main', () => {
  forgetRehearsal();
  scope.dispose();
  Object.assign(editorTools, { isOn: false, spoofs: false });
  places.list = ref([]);
});
let centre: Position;
let view: { [Key in keyof ShownMap]: ReturnType<typeof vi.fn<ShownMap[Key]>> };

beforeEach(async () => {
  await page.viewport(400, 900);
  scope = new Scope();
  startListening(scope);
  places.list = ref([
    place(1, 'Le pont', 60, 0, 60),
    place(2, 'Le banc', 110, 0, null),
    place(3, 'La tour', 150, 80, 5),
  ]);
  Object.assign(editorTools, { isOn: true, spoofs: true });
  centre = at(0);
  view = { flyTo: vi.fn(), showBox: vi.fn(), readCentre: vi.fn(() => centre) };
  openRehearsal();
  root.render(<RehearsalPanel view={view} />);
  await expect.element(page.getByRole('heading', { name: words.title })).toBeVisible();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const chosen = (label: string) => page.getByRole('radiogroup', { name: label }).getByRole('radio', { checked: true });
const focused = () => document.activeElement?.textContent;

async function importFile(text: string): Promise<void> {
  await userEvent.upload(page.getByLabelText(words.import, { exact: true }), new File([text], 'balade.gpx'));
}

async function rehearseTheQuay(): Promise<void> {
  await importFile(GPX);
  await expect.element(page.getByText(words.summary(1, 3))).toBeVisible();
}

async function openSetup(name: string): Promise<void> {
  await page.getByText(name).first().click();
  await expect.element(button(words.clear)).toBeVisible();
}

test('explains its purpose, and asks for a way', async () => {
  await expect.element(page.getByText(words.lead)).toBeVisible();
  await expect.element(button(words.draw)).toBeVisible();
  await until(() => expect(focused()).toBe(words.title));
});

test('draws a way without a pointer, which can be cancelled until it is complete', async () => {
  await button(words.draw).click();
  await until(() => expect(focused()).toBe(words.title));
  await expect.element(button(words.undo)).toBeDisabled();
  await button(words.addCentre).click();
  await expect.element(page.getByText(words.points(1))).toBeVisible();
  await button(strings.app.cancel).click();
  await expect.element(page.getByText(words.lead)).toBeVisible();

  await button(words.draw).click();
  for (const position of [at(0), at(300), at(200)]) {
    centre = position;
    await button(words.addCentre).click();
  }
  await button(words.undo).click();
  await expect.element(page.getByText(words.points(2))).toBeVisible();
  await button(words.done).click();
  await expect.element(page.getByText(words.drawn)).toBeVisible();
  await expect.element(page.getByText(words.summary(1, 3))).toBeVisible();
  expect(rehearsal.lengthM).toBeCloseTo(300, 0);
});

test('changes of the parcours do not disturb drawing', async () => {
  await button(words.draw).click();
  for (const position of [at(0), at(200)]) {
    centre = position;
    await button(words.addCentre).click();
  }
  // Registered after the rehearsal, which listens for longer.
  const told = new Promise((resolve) => {
    scope.add(subscribeKey(places, 'list', resolve));
  });
  places.list = ref(places.list.slice(0, 2));
  await told;
  expect(rehearsal.status).toBe('empty');
  await expect.element(button(words.done)).toBeVisible();
  await button(words.done).click();
  await expect.element(page.getByText(words.summary(1, 2))).toBeVisible();
});

test('a file that is still being read is dropped once a way is drawn', async () => {
  const file = new File([GPX], 'balade.gpx');
  // Files are read one after the other, and this one takes longer than the taps below.
  const long = new Blob(['<gpx>', '<wpt lat="48" lon="2"/>'.repeat(100_000), '</gpx>']);
  const reading = readTracks(long, new AbortController().signal).catch(() => {});
  const input = page.getByLabelText(words.import, { exact: true }).element() as HTMLInputElement;
  // Phones disable files of unknown types, such as GPX.
  expect(input.accept).toBe('');
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await button(words.draw).click();
  centre = at(5);
  await button(words.addCentre).click();
  await reading;
  // After the first file, if that is still to be read.
  await readTracks(file, new AbortController().signal);
  expect(rehearsal).toMatchObject({ isDrawing: true, name: null, lines: [] });
  expect(rehearsal.line).toHaveLength(1);
});

test('a file that is not GPX is rejected with a message, which the next attempt removes', async () => {
  await importFile('<kml/>');
  await expect.element(page.getByRole('alert').getByText(words.faults['not-gpx'])).toBeVisible();
  await importFile('<gpx>\n<trk></gpx>');
  await expect.element(page.getByRole('alert').getByText(words.faultAt(words.faults['not-xml'], 2))).toBeVisible();
  await rehearseTheQuay();
  expect(page.getByRole('alert').elements()).toEqual([]);
  expect(await faultsHere()).toEqual([]);
});

test('omitted points of a file are reported beside the result', async () => {
  await importFile(GPX.replace('<trkpt', '<trkpt lat="0" lon="0"/><trkpt'));
  await expect.element(page.getByText(words.summary(1, 3))).toBeVisible();
  await expect.element(page.getByText(words.leftOut(1, 1))).toBeVisible();
});

test('each track of a file with several can be chosen, and is shown on the map', async () => {
  await rehearseTheQuay();
  expect(view.showBox).toHaveBeenCalledTimes(1);
  await openSetup('Le quai');
  const choice = page.getByRole('combobox', { name: words.choose });
  (choice.element() as HTMLElement).focus();
  await userEvent.selectOptions(choice, 'La cour');
  await until(() => expect(rehearsal).toMatchObject({ name: 'La cour', status: 'ready' }));
  expect(rehearsal.lengthM).toBeCloseTo(100, 0);
  expect(view.showBox).toHaveBeenCalledTimes(2);
  expect(document.activeElement).toBe(choice.element());
  await button(words.show).click();
  expect(view.showBox).toHaveBeenCalledTimes(3);
});

test('another way starts over, and the focus stays in the tool', async () => {
  await rehearseTheQuay();
  await openSetup('Le quai');
  await button(words.clear).click();
  await expect.element(page.getByText(words.lead)).toBeVisible();
  expect(rehearsal).toMatchObject({ line: [], answer: null });
  await until(() => expect(focused()).toBe(words.title));
});

test('pace, noise and seed can be chosen, and each is announced', async () => {
  await rehearseTheQuay();
  await openSetup('Le quai');
  const before = rehearsal.answer?.walkS ?? 0;
  const pace = page.getByRole('slider', { name: words.pace });
  (pace.element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.element(pace).toHaveAttribute('aria-valuetext', words.paceValue(5, true));
  await until(() => expect(rehearsal.answer?.walkS).toBeLessThan(before / 3));
  await userEvent.keyboard('{Home}');
  await expect.element(pace).toHaveAttribute('aria-valuetext', words.paceValue(0.8, false));

  await button(words.again).click();
  await expect.element(page.getByText(words.draws(2))).toBeVisible();
  await page.getByRole('radio', { name: words.noiseValue(0) }).click();
  await expect.element(chosen(words.noise)).toHaveTextContent(words.noiseValue(0));
  expect(page.getByText(words.again).elements()).toEqual([]);
  await until(() => expect(rehearsal.answer?.walkS).toBeCloseTo(250, 0));
  expect(rehearsal.settings).toEqual({ speedMps: 0.8, noiseM: 0, seed: 2 });
});

test('the timeline shows cut, unknown-length and unreached stories, and leads to them', async () => {
  await rehearseTheQuay();
  await expect.element(page.getByText(words.unfinishedCount(1))).toBeVisible();
  await expect.element(page.getByText(words.cutCount(1))).toBeVisible();
  await expect.element(page.getByText(words.unheardCount(1))).toBeVisible();
  const [bridge, bench, tower] = page.getByRole('listitem').elements();
  expect(bridge?.textContent).toMatch(/Le pont.*Coupée après 0:\d\d par «\u00a0Le banc\u00a0»/);
  expect(bench?.textContent).toContain(words.unknownLength);
  expect(tower?.textContent).toMatch(/La tour.*Le trajet passe à (7|8)\d\u00a0m/);

  await page.getByRole('button', { name: /Le banc.*départ/ }).click();
  const second = rehearsal.answer?.starts[1];
  expect(rehearsal.atS).toBe(second?.atS);
  expect(view.flyTo).toHaveBeenLastCalledWith(second?.position, expect.any(Number));
  await expect.element(page.getByText(words.sounds('Le banc'))).toBeVisible();
  expect(bench?.querySelector('[aria-current="step"]')).not.toBeNull();

  await page.getByRole('button', { name: /La tour/ }).click();
  expect(rehearsal.atS).toBeCloseTo(150 / 1.3, -1);
});

test('plays, pauses, seeks by its slider, and offers sound at its own pace only', async () => {
  await rehearseTheQuay();
  const pace = (factor: number) => page.getByRole('radio', { name: words.factorValue(factor), exact: true });
  // At a faster pace the walk may end before the button is pressed.
  await pace(1).click();
  await button(words.play).click();
  await until(() => expect(rehearsal.atS).toBeGreaterThan(0));
  await button(words.pause).click();
  expect(rehearsal.isPlaying).toBe(false);
  await pace(60).click();
  const slider = page.getByRole('slider', { name: words.moment });
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  expect(rehearsal.atS).toBeCloseTo(rehearsal.answer?.endS ?? 0, -1);
  await userEvent.keyboard('{Home}');
  expect(rehearsal.atS).toBe(0);
  await expect.element(page.getByText(words.silence)).toBeVisible();
  expect(page.getByRole('switch', { name: words.sound }).elements()).toEqual([]);
  await pace(1).click();
  await page.getByRole('switch', { name: words.sound }).click();
  expect(rehearsal.hasSound).toBe(true);
  await page.getByRole('radio', { name: words.atOnce }).click();
  await button(words.play).click();
  expect(rehearsal).toMatchObject({ isPlaying: false, atS: rehearsal.answer?.endS });
});
