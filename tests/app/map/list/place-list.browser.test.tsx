import { type CSSProperties, useState } from 'react';
import { ref } from 'valtio';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PlaceList } from '../../../../app/map/list/place-list.tsx';
import { findListed } from '../../../../app/map/list/place-order.ts';
import { mapStrings } from '../../../../app/map/map-words.ts';
import { editorTools } from '../../../../app/parcours/editor-tools.ts';
import { places } from '../../../../app/places/places.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { moveBy } from '../../../../app/position/coordinates.ts';
import { location } from '../../../../app/position/location.ts';
import { strings } from '../../../../app/ui/common-words.ts';
import {
  choosePlace,
  listening,
  pauseStory,
  playPlace,
  skipStory,
  startListening,
} from '../../../../app/walk/listening.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';
import '../../../../app/ui/tokens.css';
import '../../../../app/ui/base.css';
import { faultsHere } from '../../../support/accessibility/axe-here.ts';
import { longStory } from '../../../support/audio/long-sounds.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../../support/samples/listed-place.ts';
import { until } from '../../../support/until.ts';

const HERE = { lng: 2.3425, lat: 48.8565 };
const [gate, bridge, bench] = [PlaceId.parse(1), PlaceId.parse(2), PlaceId.parse(3)];
const root = rootPerTest('main', () => {
  scope.dispose();
  Object.assign(editorTools, { isOn: false, draws: false });
  places.list = ref([]);
  location.fix = null;
});
let scope: Scope;

beforeEach(() => {
  scope = new Scope();
  startListening(scope);
  places.list = ref([
    listedPlace(gate, {
      appelation: 'La porte',
      feature: east(200),
      media: { data: mediaLink({ link: `${longStory()}#gate`, length: 95 }) },
    }),
    listedPlace(bridge, {
      appelation: 'Le pont',
      feature: east(40),
      media: { data: mediaLink({ link: longStory(), length: 61.4 }) },
    }),
    listedPlace(bench, { appelation: 'Le banc', feature: east(5) }),
  ]);
});

function east(eastM: number) {
  const { lng, lat } = moveBy(HERE, [eastM, 0]);
  return { type: 'Point' as const, coordinates: [lng, lat] as [number, number] };
}

function stand(eastM: number): void {
  const [lng, lat] = east(eastM).coordinates;
  location.fix = { lng, lat, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: 0 };
}

const open = () => root.render(<PlaceList view={null} open isDocked={false} onClose={() => {}} />);
const rows = (): string[] =>
  page
    .getByRole('dialog')
    .getByRole('listitem')
    .elements()
    .map((row) => row.textContent ?? '');

test('without a position the list is in the order of the parcours, silent places last', async () => {
  open();
  await expect.element(page.getByText(`3\u00a0lieux. ${mapStrings.free}`)).toBeVisible();
  expect(rows()).toEqual(['La portePointdurée 1:35', 'Le pontPointdurée 1:01', 'Le bancPoint']);
  await expect.element(page.getByRole('region', { name: 'Sans audio' }).getByText('Le banc')).toBeVisible();
});

test('with a position the list is by distance, with duration and what was heard or begun', async () => {
  playPlace(gate);
  await until(() => expect(listening.walk.progress.atMs).toBeGreaterThan(0));
  playPlace(bridge);
  await until(() => expect(listening.walk.progress.atMs).toBeGreaterThan(0));
  const element = document.querySelector<HTMLAudioElement>('audio[data-testid="player"]');
  if (element !== null) element.currentTime = element.duration - 0.2;
  await until(() => expect(listening.walk.heard).toEqual([bridge]));
  choosePlace(null);
  stand(0);
  open();
  await expect
    .element(page.getByText(`3\u00a0lieux, du plus proche au plus loin. ${mapStrings.free} 1 histoire écoutée sur 2.`))
    .toBeVisible();
  expect(rows()).toEqual([
    'Le pontPointà 40\u00a0mdurée 1:01déjà écouté',
    expect.stringMatching(/^La portePointà 201\u00a0mdurée 1:35commencée, à 0:0\d$/),
    'Le bancPointà 5\u00a0m',
  ]);
  expect(await faultsHere()).toEqual([]);
});

test('its rows do not move under a finger until the walker has moved far enough', async () => {
  stand(110);
  open();
  await until(() => expect(rows()[0]).toContain('Le pont'));
  const pont = page.getByRole('button', { name: /^Le pont/ });
  (pont.element() as HTMLElement).focus();
  stand(130);
  await until(() => expect(rows()[0]).toContain('à 70\u00a0m'));
  stand(145);
  await until(() => expect(rows()[0]).toContain('La porte'));
  await expect.element(pont).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(listening.walk.selected).toBe(bridge);
});

function Beside() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {/* In place of the map, on whose edge it hangs. */}
      <div style={{ position: 'absolute', inset: '60px 0 0 330px', '--dock-width': '320px' } as CSSProperties}>
        <PlaceList view={null} open={isOpen} isDocked onClose={() => setOpen(false)} />
      </div>
    </>
  );
}

test('a tap plays a story, resumes the current one, and only selects a place without audio', async () => {
  open();
  const pont = page.getByRole('button', { name: /^Le pont/ });
  const isPlaying = () =>
    until(() => expect([listening.audio.phase, listening.walk.selected]).toEqual(['playing', bridge]));
  await pont.click();
  await isPlaying();
  skipStory(20);
  pauseStory();
  await until(() => expect(listening.audio.phase).toBe('paused'));
  await pont.click();
  await isPlaying();
  expect(listening.audio.positionS).toBeGreaterThan(19);
  await page.getByRole('button', { name: /^Le banc/ }).click();
  await until(() => expect([listening.walk.selected, listening.noAudio]).toEqual([bench, true]));
});

test('a tap only selects while the drawing tools, which hide the player, are on', async () => {
  Object.assign(editorTools, { isOn: true, draws: true });
  open();
  await page.getByRole('button', { name: /^Le pont/ }).click();
  // A story that is to play starts as soon as it is ready.
  await until(() => expect([listening.walk.selected, listening.audio.phase]).toEqual([bridge, 'ready']));
  expect(document.querySelector('audio')?.paused).toBe(true);
});

test('beside the map it is no dialog, stays open, follows the selection, and returns the focus', async () => {
  root.render(<Beside />);
  const opener = page.getByRole('button', { name: 'open' });
  await opener.click();
  const list = page.getByRole('complementary', { name: mapStrings.placeList });
  await expect.element(list.getByRole('heading', { name: mapStrings.placeList })).toHaveFocus();
  expect(page.getByRole('dialog').elements()).toEqual([]);
  await list.getByRole('button', { name: 'Le pont' }).click();
  await expect.element(list.getByRole('button', { name: 'Le pont' })).toHaveAttribute('aria-current', 'true');
  choosePlace(gate);
  await expect.element(list.getByRole('button', { name: 'La porte' })).toHaveAttribute('aria-current', 'true');
  expect(await faultsHere()).toEqual([]);
  await list.getByRole('button', { name: strings.app.close }).click();
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('beside the map it keeps its scroll position when a visible place is selected', async () => {
  const ids = Array.from({ length: 60 }, (_, index) => PlaceId.parse(index + 1));
  const media = { data: mediaLink({ length: 95 }) };
  places.list = ref(ids.map((id) => listedPlace(id, { appelation: `Lieu ${id}`, feature: east(id), media })));
  root.render(<Beside />);
  await page.getByRole('button', { name: 'open' }).click();
  const list = page.getByRole('complementary', { name: mapStrings.placeList });
  const middle = list.getByRole('button', { name: 'Lieu 30' });
  await expect.element(middle).toBeInTheDocument();
  middle.element().scrollIntoView({ block: 'center' });
  const panel = list.element();
  const scrolled = () => panel.lastElementChild?.scrollTop;
  const before = scrolled();
  expect(before).toBeGreaterThan(500);
  for (const id of [30, 31]) {
    choosePlace(PlaceId.parse(id));
    await expect.element(list.getByRole('button', { name: `Lieu ${id}` })).toHaveAttribute('aria-current', 'true');
    expect([list.element() === panel, scrolled()]).toEqual([true, before]);
  }
});

test('the previous and next place follow the open list, or the list as it would open', async () => {
  const names = (by: 1 | -1) => findListed(by)?.appelation;
  // In the order of the parcours, places without audio last.
  expect([names(1), names(-1)]).toEqual(['La porte', 'Le banc']);
  choosePlace(gate);
  expect([names(1), names(-1)]).toEqual(['Le pont', undefined]);
  stand(30);
  expect([names(1), names(-1)]).toEqual(['Le banc', 'Le pont']);
  open();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  // Rows, and so the place below each, stay in place while the walker moves a few metres.
  stand(50);
  expect(names(-1)).toBe('Le pont');
});
