import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PlacesFailed } from '../../../app/shell/places-failed.tsx';
import { forgetPlaces, loadPlaces, places } from '../../../app/state/places.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { answerCalls, refusal } from '../../support/answers.ts';

const LIST = 'POST /v1/place/places/by-map-ids';

let root: Root;
beforeEach(() => {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  root = createRoot(container);
  root.render(<PlacesFailed />);
  places.mapIds = [ParcoursId.parse(1)];
});
afterEach(() => {
  root.unmount();
  forgetPlaces();
  vi.unstubAllGlobals();
});

test.each([
  ['no network', {}, 'Connexion impossible. Vérifiez votre réseau, puis réessayez.'],
  ['a refusal', { [LIST]: refusal('forbidden', 403) }, 'Vous n’avez pas les droits nécessaires pour cela.'],
])('places that could not be loaded for %s are told of with the reason, and loaded by the button', async (...given) => {
  const [, answers, reason] = given;
  answerCalls(answers);
  await loadPlaces();
  await expect.element(page.getByRole('alert')).toHaveTextContent(`Failed to fetch places by map IDs: ${reason}`);
  answerCalls({ [LIST]: { places: [] } });
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await vi.waitFor(() => expect(places.status).toBe('ready'));
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
