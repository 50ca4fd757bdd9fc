import { ref } from 'valtio';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { choosePlace, listening, startListening } from '../../../app/walk/listening.ts';
import { PassedList } from '../../../app/walk/passed-list.tsx';
import { dismissPassed, passed } from '../../../app/walk/passed-places.ts';
import { pocket } from '../../../app/walk/pocket/pocket.ts';
import { pocketStrings } from '../../../app/walk/pocket/pocket-words.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { faultsHere } from '../../support/accessibility/axe-here.ts';
import { longStory } from '../../support/audio/long-sounds.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

const [bridge, market, gone] = [PlaceId.parse(1), PlaceId.parse(2), PlaceId.parse(3)];
const root = rootPerTest('main', () => {
  scope.dispose();
  places.list = ref([]);
  pocket.isOn = false;
  dismissPassed();
});
let scope: Scope;

beforeEach(() => {
  scope = new Scope();
  startListening(scope);
  const media = { data: mediaLink({ link: longStory() }) };
  places.list = ref([
    listedPlace(bridge, { appelation: 'Le pont', media }),
    listedPlace(market, { appelation: 'Le marché', media }),
  ]);
  passed.placeIds = [market, gone, bridge];
  root.render(<PassedList />);
});

const card = page.getByRole('region', { name: pocketStrings.passed });

test('passed places are listed in order, and a tap plays one', async () => {
  await expect.element(card).toBeVisible();
  const names = card
    .getByRole('listitem')
    .elements()
    .map((row) => row.textContent);
  expect(names).toEqual(['Le marché', 'Le pont']);
  expect(await faultsHere()).toEqual([]);
  await card.getByRole('button', { name: 'Le pont' }).click();
  await until(() => expect(listening.audio.phase).toBe('playing'));
  expect(listening.walk.selected).toBe(bridge);
});

test('beside a player it is one line until opened, so that the walk’s controls stay visible', async () => {
  await expect.element(card.getByRole('button', { name: 'Le pont' })).toBeVisible();
  choosePlace(bridge);
  const line = card.getByRole('button', { name: pocketStrings.passedCount(2) });
  await expect.element(line).toBeVisible();
  expect(card.getByRole('listitem').elements()).toEqual([]);
  expect(card.element().getBoundingClientRect().height).toBeLessThan(60);
  await line.click();
  await expect.element(card.getByRole('button', { name: 'Le marché' })).toBeVisible();
  expect(await faultsHere()).toEqual([]);
  choosePlace(market);
  await expect.element(line).toBeVisible();
  choosePlace(null);
  await expect.element(card.getByRole('button', { name: 'Le marché' })).toBeVisible();
});

test('it closes with a tap', async () => {
  await card.getByRole('button', { name: pocketStrings.closePassed }).click();
  await expect.element(card).not.toBeInTheDocument();
  expect(passed.placeIds).toEqual([]);
});

test('it waits until the phone is out of the pocket', async () => {
  pocket.isOn = true;
  await expect.element(card).not.toBeInTheDocument();
  pocket.isOn = false;
  await expect.element(card).toBeVisible();
});
