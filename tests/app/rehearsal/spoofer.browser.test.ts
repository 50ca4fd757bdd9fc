import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { editorTools } from '../../../app/parcours/editor-tools.ts';
import { places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { location, openLocationOverlay, requestLocation, startLocation } from '../../../app/position/location.ts';
import { setSpoofedPosition, startSpoofer } from '../../../app/rehearsal/spoofer.ts';
import { takeEvents } from '../../../app/session/analytics.ts';
import { followNearest } from '../../../app/walk/guide/live-guide.ts';
import type { Place } from '../../../contracts/place.ts';
import { type PositionReceiver, receivePositions, restorePositions } from '../../support/page/position-receiver.ts';
import { listedPlace } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

const place = (id: number, lng: number): Place =>
  listedPlace(id, { feature: { type: 'Point', coordinates: [lng, 48.855] } });
const REAL = { lng: 2.345, lat: 48.855, accuracyM: 5 };

let receiver: PositionReceiver;
let device: Scope;
let scope: Scope;
let here: readonly number[] = [];

const spoof = (on: boolean): void => void Object.assign(editorTools, { isOn: on, spoofs: on });

beforeEach(() => {
  scope = new Scope();
  takeEvents();
  places.list = ref([place(1, 2.345), place(2, 2.347), place(3, 2.36)]);
  device = new Scope();
  receiver = receivePositions();
  startLocation(device);
  requestLocation();
  receiver.send({ longitude: REAL.lng, latitude: REAL.lat, accuracy: REAL.accuracyM });
  startSpoofer(scope);
  followNearest(scope, {
    onLocated: (reached) => {
      here = reached.map(({ placeId }) => placeId);
    },
    onFailed: (reason) => {
      throw reason;
    },
  });
});

afterEach(() => {
  scope.dispose();
  spoof(false);
  places.list = ref([]);
  device.dispose();
  restorePositions();
});

test('a false position applies immediately anywhere, sends no event, and ends immediately', async () => {
  await until(() => expect(here).toEqual([1]));
  const told = () => takeEvents().map(({ properties }) => ('geometryId' in properties ? properties.geometryId : null));
  expect(told()).toEqual([1]);

  spoof(true);
  expect(location).toMatchObject({ isFalse: true, fix: null, status: 'idle', overlayClosed: true });
  await until(() => expect(here).toEqual([]));
  setSpoofedPosition([2.347, 48.855]);
  expect(location).toMatchObject({ isFalse: true, status: 'active', fix: { lng: 2.347, accuracyM: 5 } });
  await until(() => expect(here).toEqual([2]));
  // A kilometre away, instantly.
  setSpoofedPosition([2.36, 48.855]);
  await until(() => expect(here).toEqual([3]));

  spoof(false);
  expect(location).toMatchObject({ isFalse: false, status: 'active', fix: REAL });
  await until(() => expect(here).toEqual([1]));
  expect(told()).toEqual([]);
});

test('a position is set only while the Spoofer is on', () => {
  setSpoofedPosition([2.347, 48.855]);
  expect(location.fix).toMatchObject(REAL);
});

test('the overlay of the real position does not appear over a false one', () => {
  spoof(true);
  openLocationOverlay();
  expect(location.overlayClosed).toBe(true);
  spoof(false);
  expect(location.overlayClosed).toBe(false);
});

test('leaving the screen ends the false position, too', () => {
  spoof(true);
  setSpoofedPosition([2.347, 48.855]);
  scope.dispose();
  expect(location).toMatchObject({ isFalse: false, fix: REAL });
});

test('the device is still tracked: its last position is shown again afterwards', () => {
  spoof(true);
  setSpoofedPosition([2.347, 48.855]);
  receiver.send({ longitude: 2.34501, latitude: 48.855, accuracy: 150 });
  expect(location).toMatchObject({ isFalse: true, status: 'active', fix: { lng: 2.347 } });
  spoof(false);
  expect(location).toMatchObject({ isFalse: false, status: 'low_accuracy', fix: { lng: 2.34501, accuracyM: 150 } });
});
