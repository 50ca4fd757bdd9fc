import { ref } from 'valtio';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { location } from '../../../app/position/location.ts';
import { endWalk, listening, startListening, switchAutoplay, switchOnSite } from '../../../app/walk/listening.ts';
import { pocket } from '../../../app/walk/pocket/pocket.ts';
import { UnfinishedOffer } from '../../../app/walk/unfinished-offer.tsx';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { faultsHere } from '../../support/accessibility/axe-here.ts';
import { longStory } from '../../support/audio/long-sounds.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

const [hospital, square, tower] = [PlaceId.parse(1), PlaceId.parse(2), PlaceId.parse(3)];
const LNG = { [hospital]: 2.345, [square]: 2.347, [tower]: 2.349 };
const NAMES = { [hospital]: 'Hôtel-Dieu', [square]: 'Parvis', [tower]: 'Tour' };
const root = rootPerTest('main', () => {
  endWalk();
  scope.dispose();
  places.list = ref([]);
  location.fix = null;
  pocket.isOn = false;
});
let scope: Scope;
let stamp = 0;

beforeEach(async () => {
  scope = new Scope();
  startListening(scope);
  const media = { data: mediaLink({ link: longStory() }) };
  places.list = ref(
    [hospital, square, tower].map((id) =>
      listedPlace(id, {
        appelation: NAMES[id] ?? '',
        feature: { type: 'Point', coordinates: [LNG[id] ?? 0, 48.855] },
        media,
      }),
    ),
  );
  root.render(<UnfinishedOffer />);
  switchAutoplay(true);
  switchOnSite(true);
  await hearAt(hospital);
  await hearAt(square);
});

async function hearAt(placeId: PlaceId): Promise<void> {
  stamp += 90_000;
  location.fix = {
    lng: LNG[placeId] ?? 0,
    lat: 48.855,
    accuracyM: 5,
    headingDeg: null,
    speedMps: null,
    timestampMs: stamp,
  };
  await until(() => expect(listening.walk).toMatchObject({ selected: placeId, playing: true }));
  await until(() => expect(listening.walk.progress.atMs).toBeGreaterThan(0));
}

const button = (name: string) => page.getByRole('button', { name: new RegExp(`^${name.replace(/[()]/g, '\\$&')}`) });
const toFinish = (count: number) => button(`À finir (${count})`);

test('the story cut last is offered, a tap resumes it, and then the other one is offered', async () => {
  await expect.element(button('Reprendre Hôtel-Dieu')).toBeVisible();
  expect(await faultsHere()).toEqual([]);
  await button('Reprendre Hôtel-Dieu').click();
  await until(() => expect(listening.walk).toMatchObject({ selected: hospital, playing: true, reason: 'resumed' }));
  await expect.element(button('Reprendre Hôtel-Dieu')).not.toBeInTheDocument();
  await expect.element(button('Reprendre Parvis')).toBeVisible();
});

test('unfinished stories are listed with their position, and can be resumed or dismissed', async () => {
  await expect.element(toFinish(1)).toBeVisible();
  await hearAt(tower);
  await expect.element(toFinish(2)).toBeVisible();
  await toFinish(2).click();
  const rows = page.getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent(/^Reprendre Parvis\s*arrêtée à 0:0\d$/);
  await expect.element(rows.nth(1)).toHaveTextContent(/^Reprendre Hôtel-Dieu\s*arrêtée à 0:0\d$/);
  expect(await faultsHere()).toEqual([]);
  await button('Ne pas reprendre Parvis').click();
  await expect.element(toFinish(1)).toBeVisible();
  await button('Reprendre Hôtel-Dieu').click();
  await until(() => expect(listening.walk).toMatchObject({ selected: hospital, playing: true }));
  await expect.element(button('Reprendre Tour')).toBeVisible();
});

test('the offer ends with the walk, and returns with the next one', async () => {
  await expect.element(toFinish(1)).toBeVisible();
  endWalk();
  await expect.element(toFinish(1)).not.toBeInTheDocument();
  switchOnSite(true);
  await expect.element(toFinish(1)).toBeVisible();
});

test('the offer waits until the phone is out of the pocket', async () => {
  pocket.isOn = true;
  await expect.element(toFinish(1)).not.toBeInTheDocument();
  pocket.isOn = false;
  await expect.element(toFinish(1)).toBeVisible();
});
