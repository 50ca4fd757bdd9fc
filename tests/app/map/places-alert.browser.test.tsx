import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MAP_TEXTS } from '../../../app/map/drawn-map.tsx';
import { createMapView, type MapView } from '../../../app/map/map-view.ts';
import { PlacesAlert } from '../../../app/map/places-alert.tsx';
import { parcours } from '../../../app/parcours/parcours.ts';
import { loadParcours } from '../../../app/parcours/parcours-list.ts';
import { forgetPlaces, loadPlaces, places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { formatMoment } from '../../../app/ui/number-words.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { mapStrings } from '../../../app/map/map-words.ts';
import { offlineWords } from '../../../app/page/offline-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { listAnswer, listCall } from '../../support/samples/listed-place.ts';

let root: Root;
let scope: Scope;
let view: MapView;

beforeEach(() => {
  scope = new Scope();
  const [frame, container] = [document.createElement('div'), document.createElement('div')];
  document.body.replaceChildren(frame, container);
  const nothing = (): void => {};
  view = createMapView(
    scope,
    frame,
    document.createElement('div'),
    { style: { version: 8, sources: {}, layers: [] }, centre: [2.347, 48.855], zoom: 12 },
    MAP_TEXTS,
    {
      onGround: () => false,
      hasTool: () => false,
      onWalkerMoved: nothing,
      onTap: nothing,
      onTapSharedPoint: nothing,
      onStrayed: nothing,
      onTapWaiting: nothing,
      onTapPlanned: nothing,
      onDrawn: nothing,
      onMoved: nothing,
      onError: nothing,
      onData: nothing,
    },
  );
  root = createRoot(container);
  root.render(<PlacesAlert view={view} />);
  places.parcoursIds = [ParcoursId.parse(1)];
});
afterEach(() => {
  root.unmount();
  scope.dispose();
  forgetPlaces();
});

const LIST = listCall(1);
const retry = page.getByRole('button', { name: 'Réessayer' });

test.each([
  ['no network', {}, 'Connexion impossible. Vérifiez votre réseau, puis réessayez.'],
  ['a refusal', { [LIST]: refusal('forbidden', 403) }, 'Vous n’avez pas les droits nécessaires pour cela.'],
])('places that could not be loaded for %s are reported with the reason', async (...given) => {
  const [, answers, reason] = given;
  answerCalls(answers);
  await loadPlaces();
  await expect.element(page.getByRole('alert')).toHaveTextContent(mapStrings.placesFailed(reason));
});

test('a retry moves the focus to the map, where the places appear', async () => {
  answerCalls({ [LIST]: refusal('internal', 500) });
  await loadPlaces();
  await expect.element(retry).toBeVisible();
  answerCalls({ [LIST]: listAnswer() });
  const button = retry.element();
  if (button instanceof HTMLElement) button.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(retry).not.toBeInTheDocument();
  expect(places.status).toBe('ready');
  expect(document.activeElement).toBe(view.map.getCanvas());
});

test('places seen last have their date, which can be closed, and which a retry removes', async () => {
  const seenMs = Date.UTC(2026, 10, 23, 13, 5);
  const show = () => Object.assign(places, { status: 'ready', seenMs });
  show();
  const note = page.getByRole('status').getByText(offlineWords.seenPlaces(formatMoment(seenMs, 'medium')));
  await expect.element(note).toBeVisible();
  expect(note.element().textContent).toContain('23 nov. 2026');
  answerCalls({ [LIST]: listAnswer() });
  await retry.click();
  await expect.element(note).not.toBeInTheDocument();
  show();
  await page.getByRole('button', { name: strings.app.dismiss }).click();
  await expect.element(note).not.toBeInTheDocument();
});

test('beside the map’s buttons on a phone, the note is as low as its text and a row of icons', async () => {
  const container = document.body.lastElementChild;
  if (container instanceof HTMLElement) container.style.width = '258px';
  Object.assign(places, { status: 'ready', seenMs: Date.UTC(2026, 10, 23, 13, 5) });
  const note = page.getByRole('status');
  await expect.element(note).toBeVisible();
  expect(note.element().getBoundingClientRect().height).toBeLessThan(150);
});

test('a retry also loads the maps if they could not be loaded', async () => {
  answerCalls({});
  await Promise.all([loadPlaces(), loadParcours()]);
  await expect.element(retry).toBeVisible();
  answerCalls({ [LIST]: listAnswer(), 'GET /v1/map/maps-for-user': [] });
  await retry.click();
  await expect.poll(() => [places.status, parcours.status]).toEqual(['ready', 'ready']);
});

test('the focus is unchanged if something else triggered the retry', async () => {
  answerCalls({ [LIST]: refusal('internal', 500) });
  await loadPlaces();
  await expect.element(retry).toBeVisible();
  answerCalls({ [LIST]: listAnswer() });
  await loadPlaces();
  await expect.element(retry).not.toBeInTheDocument();
  expect(document.activeElement).toBe(document.body);
});
