import { ref } from 'valtio';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NextNear } from '../../../../app/features/listen/next-near.tsx';
import { Scope } from '../../../../app/platform/scope.ts';
import { places } from '../../../../app/state/places/places.ts';
import { location } from '../../../../app/state/position/location.ts';
import { moveBy } from '../../../../app/state/position/metres.ts';
import { choosePlace, startListening } from '../../../../app/state/walk/listening.ts';
import type { Place } from '../../../../contracts/place.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';
import { listedPlace } from '../../../support/listed-place.ts';
import { mediaLink } from '../../../support/media-link.ts';
import { rootPerTest } from '../../../support/react-root.ts';

const HERE = { lng: 2.3425, lat: 48.8565 };

/** A place so many metres to the north. */
function place(id: number, appelation: string, northM: number, hasAudio = true): Place {
  const { lng, lat } = moveBy(HERE, [0, northM]);
  return listedPlace(id, {
    appelation,
    feature: { type: 'Point', coordinates: [lng, lat] },
    media: hasAudio ? { data: mediaLink() } : null,
  });
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
  root.render(<NextNear />);
});

test('names the nearest story that is left, and how far away it is', async () => {
  places.list = ref([place(1, 'Le pont', 200), place(2, 'Le quai', 40), place(3, 'Sans voix', 10, false)]);
  await expect.element(page.getByText('Ensuite')).not.toBeInTheDocument();
  location.fix = { ...HERE, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: 0 };
  await expect.element(page.getByText('Ensuite à 40 m : Le quai')).toBeVisible();
  choosePlace(PlaceId.parse(2));
  await expect.element(page.getByText('Ensuite à 200 m : Le pont')).toBeVisible();
  places.list = ref([place(4, 'La gare', 1500)]);
  await expect.element(page.getByText('Ensuite')).not.toBeInTheDocument();
});
