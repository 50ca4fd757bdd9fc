import { ref } from 'valtio';
import { afterEach, expect, test } from 'vitest';
import { PLACES_SOURCE, POINTS_LAYER } from '../../../../app/features/map/layers/place-layers.ts';
import { places } from '../../../../app/state/places/places.ts';
import { choosePlace } from '../../../../app/state/walk/listening.ts';
import type { Place } from '../../../../contracts/place.ts';
import { listedPlace } from '../../../support/listed-place.ts';
import { type ShownMap, showMapOf, untilDrawn } from '../../../support/shown-map.tsx';

const drop = (id: number, lng: number): Place =>
  listedPlace(id, { feature: { type: 'Point', coordinates: [lng, 48.855] } });
const [bench, quay] = [drop(1, 2.346), drop(2, 2.348)];
let shown: ShownMap;

afterEach(() => shown.end());

test('a map whose WebGL context was lost shows, once that is back, what has changed meanwhile', async () => {
  shown = await showMapOf([bench]);
  const { map } = shown.view;
  map.jumpTo({ center: [2.347, 48.855], zoom: 16 });
  const context = map.getCanvas().getContext('webgl2')?.getExtension('WEBGL_lose_context');
  const isLost = new Promise((resolve) => map.once('webglcontextlost', resolve));
  context?.loseContext();
  await isLost;
  places.list = ref([bench, quay]);
  choosePlace(quay.id);
  await untilDrawn(() => expect(shown.told().placeCount).toBe('2'));

  context?.restoreContext();
  await untilDrawn(() => {
    const drawn = map.queryRenderedFeatures({ layers: [POINTS_LAYER] });
    expect(drawn.map(({ properties }) => properties.placeId).toSorted()).toEqual([bench.id, quay.id]);
    expect(map.getFeatureState({ source: PLACES_SOURCE, id: quay.id })).toEqual({ selected: true });
  });
});
