import { encode } from 'uqr';
import { ref } from 'valtio';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PrintSheet } from '../../../app/codes/print/print-sheet.tsx';
import { printStrings as words } from '../../../app/codes/print/print-words.ts';
import { encodeQr } from '../../../app/parcours/invite/sharing.ts';
import { forgetPlaces, places } from '../../../app/places/places.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { placeCode } from '../../../contracts/place-code.ts';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const root = rootPerTest('main', forgetPlaces);
const parcoursId = ParcoursId.parse(1);

function show(count: number): void {
  const told = (at: number) => listedPlace(at + 1, { step: at + 1, media: { data: mediaLink() } });
  const waiting = listedPlace(98, { media: { data: mediaLink() }, held: 'waiting' });
  const elsewhere = listedPlace(97, { map: { id: ParcoursId.parse(2) }, media: { data: mediaLink() } });
  places.list = ref([...Array.from({ length: count }, (_, at) => told(at)), listedPlace(99), waiting, elsewhere]);
  root.render(<PrintSheet parcoursId={parcoursId} onClose={() => {}} />);
}

const pages = (): Element[] => [...(document.querySelector('body > section')?.children ?? [])];

it('prints each told place of the map with its code, number, name and address, twelve on a sheet or one on a card', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  show(13);
  await expect.element(page.getByText(words.count(13, 2))).toBeVisible();
  await expect.element(page.getByText(words.left(2))).toBeVisible();
  // A thousand codes take a while: none is drawn for somebody who only looks.
  expect(pages()).toEqual([]);
  await page.getByRole('button', { name: words.print }).click();
  await expect.poll(() => print.mock.calls.length).toBe(1);
  expect(pages().map((one) => one.querySelectorAll('svg').length)).toEqual([12, 1]);
  const [code] = [placeCode(PlaceId.parse(13))];
  expect(pages()[1]?.textContent).toMatch(new RegExp(`${words.listen}.*${code}13Place 13${location.host}/q/${code}`));
  const drawn = pages()[1]?.querySelector('svg path:last-of-type')?.getAttribute('d');
  expect(drawn).toBe(encodeQr(`${location.origin}/q/${code}`).path);
  expect(encode(`${location.origin}/q/${code}`, { ecc: 'M', border: 0 }).version).toBeLessThanOrEqual(4);
  expect(await screenFaultsHere()).toEqual([]);

  await page.getByRole('radio', { name: words.papers.a6.label }).click();
  await expect.element(page.getByText(words.count(13, 13))).toBeVisible();
  expect(pages()).toHaveLength(13);
  await page.getByRole('button', { name: words.print }).click();
  await expect.poll(() => print.mock.calls.length).toBe(2);
});

it('says that there is nothing to print', async () => {
  show(0);
  await expect.element(page.getByText(words.none)).toBeVisible();
  expect(pages()).toEqual([]);
});
