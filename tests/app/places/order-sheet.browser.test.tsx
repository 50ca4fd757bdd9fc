import { ref } from 'valtio';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { notices } from '../../../app/page/notice-queue.ts';
import { OrderSheet } from '../../../app/places/order/order-sheet.tsx';
import { orderStrings as words } from '../../../app/places/order/order-words.ts';
import { forgetPlaces, places } from '../../../app/places/places.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { missedByTabHere, screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listAnswer, listCall, listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const parcoursId = ParcoursId.parse(1);
const ORDER = '/v1/map/map/1/order';
const media = { data: mediaLink({}) };
const stops = [
  listedPlace(1, { appelation: 'Le pont', step: 1, media }),
  listedPlace(2, { appelation: 'La chapelle Sainte-Ursule', step: 2, media }),
  listedPlace(3, { appelation: 'Le marché aux fleurs', step: 3 }),
  listedPlace(4, { appelation: 'Le banc', media, held: 'waiting' }),
  listedPlace(5, { appelation: 'Le puits', media }),
];

const onClose = vi.fn();
const root = rootPerTest('main', () => {
  forgetPlaces();
  notices.shown = [];
  onClose.mockReset();
});

async function open(answers: object = {}) {
  Object.assign(places, { status: 'ready', parcoursIds: [parcoursId], list: ref(stops) });
  const heard = answerCalls({
    [listCall(1)]: listAnswer(...stops),
    [`GET ${ORDER}`]: { placeIds: [1, 2, 3], version: 'first' },
    [`PUT ${ORDER}`]: { placeIds: [], version: 'second' },
    ...answers,
  });
  root.render(
    <>
      <h1>Le quai</h1>
      <OrderSheet parcoursId={parcoursId} onClose={onClose} />
    </>,
  );
  await expect.element(page.getByRole('heading', { name: words.title })).toBeVisible();
  await expect.element(numberOf('Le pont')).toHaveValue('1');
  return heard;
}
const numberOf = (name: string) => page.getByRole('textbox', { name: words.numberOf(name) });
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** The numbered places from the first one. */
const numbered = () =>
  page
    .getByRole('list', { name: words.numbered })
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('span:not([aria-hidden])')?.firstElementChild?.textContent);
const sent = (heard: readonly { readonly call: string; readonly body: unknown }[]) =>
  heard.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body);

test('places are ordered by buttons and by numbers, with the focus staying, and saved as a whole', async () => {
  const heard = await open();
  await expect.element(button(words.save)).toBeDisabled();
  await button(words.down('Le pont')).click();
  await expect.poll(numbered).toEqual(['La chapelle Sainte-Ursule', 'Le pont', 'Le marché aux fleurs']);
  await expect.element(button(words.down('Le pont'))).toHaveFocus();
  await expect.element(page.getByRole('status').first()).toHaveTextContent('Le pont : étape 2 sur 3');
  await userEvent.keyboard('{Enter}{Enter}');
  // Below the last one it has no number.
  await expect.poll(numbered).toEqual(['La chapelle Sainte-Ursule', 'Le marché aux fleurs']);
  await button(words.up('Le puits')).click();
  await numberOf('Le puits').fill('1');
  await userEvent.keyboard('{Enter}');
  await expect.poll(numbered).toEqual(['Le puits', 'La chapelle Sainte-Ursule', 'Le marché aux fleurs']);
  await expect.element(numberOf('Le puits')).toHaveFocus();
  await numberOf('Le marché aux fleurs').fill('');
  await button(words.save).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent(heard)).toEqual([{ placeIds: [5, 2], version: 'first' }]);
});

test('leaving a typed number leads on, and what is typed can be saved at once', async () => {
  const heard = await open();
  await numberOf('Le marché aux fleurs').fill('1');
  await userEvent.keyboard('{Tab}');
  await expect.poll(numbered).toEqual(['Le marché aux fleurs', 'Le pont', 'La chapelle Sainte-Ursule']);
  await expect.element(button(words.up('Le marché aux fleurs'))).toHaveFocus();
  await numberOf('Le marché aux fleurs').fill('3');
  await userEvent.keyboard('{Enter}');
  await expect.element(button(words.save)).toBeDisabled();
  await numberOf('Le pont').fill('2');
  await expect.element(button(words.save)).toBeEnabled();
  await button(words.save).click();
  await expect.poll(() => sent(heard)).toEqual([{ placeIds: [2, 1, 3], version: 'first' }]);
});

test('a row follows the pointer that holds its grip, also to where it loses its number', async () => {
  await open();
  const drag = (name: string, to: Element | undefined, below: boolean): void => {
    const row = [...document.querySelectorAll('[data-row]')].find(({ textContent }) => textContent?.includes(name));
    const grip = row?.querySelector('[data-drag]');
    const { top, bottom } = (to ?? document.body).getBoundingClientRect();
    const at = { bubbles: true, pointerId: 1, isPrimary: true, button: 0 };
    grip?.dispatchEvent(new PointerEvent('pointerdown', { ...at, clientY: row?.getBoundingClientRect().top ?? 0 }));
    grip?.dispatchEvent(new PointerEvent('pointermove', { ...at, clientY: below ? bottom - 1 : top + 1 }));
    grip?.dispatchEvent(new PointerEvent('pointerup', at));
  };
  // A pointer of a script can't be captured.
  const capture = vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
  const rows = () => page.getByRole('listitem').elements();
  drag('Le marché', rows()[0], false);
  await expect.poll(numbered).toEqual(['Le marché aux fleurs', 'Le pont', 'La chapelle Sainte-Ursule']);
  drag('Le banc', rows()[1], false);
  await expect.poll(numbered).toEqual(['Le marché aux fleurs', 'Le banc', 'Le pont', 'La chapelle Sainte-Ursule']);
  drag('Le pont', rows()[4], true);
  await expect.poll(numbered).toEqual(['Le marché aux fleurs', 'Le banc', 'La chapelle Sainte-Ursule']);
  capture.mockRestore();
});

test('of two authors, the second chooses between both orders; nothing is lost by closing', async () => {
  let version = 'first';
  const heard = await open({
    [`GET ${ORDER}`]: () => ({ placeIds: version === 'first' ? [1, 2, 3] : [3, 5, 2], version }),
    [`PUT ${ORDER}`]: () => (version === 'first' ? refusal('conflict', 409) : { placeIds: [], version: 'third' }),
  });
  await button(words.up('Le marché aux fleurs')).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('alertdialog', { name: words.discard.title })).toBeVisible();
  await button(words.discard.cancel).click();
  const save = button(words.save);
  await expect.element(save).toBeEnabled();
  (save.element() as HTMLElement).click();
  version = 'second';
  await expect.element(page.getByText(words.conflict)).toBeVisible();
  await button(words.saveMine).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent(heard)).toEqual([
    { placeIds: [1, 3, 2], version: 'first' },
    // What the other one numbered keeps its number.
    { placeIds: [1, 3, 5, 2], version: 'second' },
  ]);
});

test('an order that can’t be read can be read again; the sheet is usable at every size and by keys', async () => {
  Object.assign(places, { status: 'ready', parcoursIds: [parcoursId], list: ref(stops) });
  answerCalls({ [listCall(1)]: listAnswer(...stops), [`GET ${ORDER}`]: refusal('internal', 500) });
  root.render(<OrderSheet parcoursId={parcoursId} onClose={onClose} />);
  await expect.element(page.getByRole('alert')).toBeVisible();
  root.render(null);
  await open();
  await button(words.up('Le puits')).click();
  expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
});
