import { ref } from 'valtio';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CutStoryOffer } from '../../../../app/features/listen/cut-story-offer.tsx';
import { Scope } from '../../../../app/platform/scope.ts';
import { places } from '../../../../app/state/places/places.ts';
import { pocket } from '../../../../app/state/pocket/pocket.ts';
import { location } from '../../../../app/state/position/location.ts';
import {
  endWalk,
  listening,
  startListening,
  switchAutoplay,
  switchOnSite,
} from '../../../../app/state/walk/listening.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';
import '../../../../app/ui/tokens.css';
import '../../../../app/ui/base.css';
import { faultsHere } from '../../../support/axe-here.ts';
import { listedPlace } from '../../../support/listed-place.ts';
import { longStory } from '../../../support/long-wav.ts';
import { mediaLink } from '../../../support/media-link.ts';
import { rootPerTest } from '../../../support/react-root.ts';
import { until } from '../../../support/until.ts';

const [hospital, square] = [PlaceId.parse(1), PlaceId.parse(2)];
const LNG = { [hospital]: 2.345, [square]: 2.347 };
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
    [hospital, square].map((id) =>
      listedPlace(id, {
        appelation: id === hospital ? 'Hôtel-Dieu' : 'Parvis',
        feature: { type: 'Point', coordinates: [LNG[id] ?? 0, 48.855] },
        media,
      }),
    ),
  );
  root.render(<CutStoryOffer />);
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
}

const resume = page.getByRole('button', { name: 'Reprendre Hôtel-Dieu', exact: true });

test('the story that was cut is offered, and a tap goes on with it; then the other one is offered', async () => {
  await expect.element(resume).toBeVisible();
  expect(await faultsHere()).toEqual([]);
  await resume.click();
  await until(() => expect(listening.walk).toMatchObject({ selected: hospital, playing: true }));
  await expect.element(resume).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Reprendre Parvis', exact: true })).toBeVisible();
});

test('the offer goes with a tap', async () => {
  await page.getByRole('button', { name: 'Ne pas reprendre Hôtel-Dieu' }).click();
  await expect.element(resume).not.toBeInTheDocument();
  expect(listening.walk).toMatchObject({ selected: square, playing: true });
});

test('the offer goes with the walk', async () => {
  await expect.element(resume).toBeVisible();
  endWalk();
  await expect.element(resume).not.toBeInTheDocument();
});

test('the offer waits until the phone is out of the pocket', async () => {
  pocket.isOn = true;
  await expect.element(resume).not.toBeInTheDocument();
  pocket.isOn = false;
  await expect.element(resume).toBeVisible();
});
