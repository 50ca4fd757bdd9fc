import { ref } from 'valtio';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { notices } from '../../../app/page/notice-queue.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { ManySheet } from '../../../app/places/many/many-sheet.tsx';
import { manyStrings as words } from '../../../app/places/many/many-words.ts';
import { forgetPlaces, places } from '../../../app/places/places.ts';
import { plan } from '../../../app/places/plan.ts';
import { session } from '../../../app/session/session.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { missedByTabHere, screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listAnswer, listCall, listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const [here, there] = [ParcoursId.parse(1), ParcoursId.parse(2)];
const MANY = 'POST /v1/map/map/1/many';
const media = { data: mediaLink({ length: 74 }) };
const stops = [
  listedPlace(1, { appelation: 'Le pont', step: 1, media }),
  listedPlace(2, { appelation: 'La chapelle Sainte-Ursule et son cloître', media, held: 'waiting' }),
  listedPlace(3, { appelation: 'Le marché', media }),
  listedPlace(4, { appelation: 'Le banc' }),
  listedPlace(5, { appelation: 'Mon brouillon', draft: true }),
];
const planned = {
  ...{ id: PlaceId.parse(6), appelation: 'Le puits', feature: listedPlace(6).feature, map: { id: here }, asked: null },
  ...{ state: 'planned' as const, filledBy: null },
};
const origins = [1, 2, 3, 4, 6].map((id) => ({
  id,
  author: id === 4 ? null : { id: id === 2 ? 8 : 7, name: id === 2 ? 'Léa Martin' : 'Omar' },
  createdAt: `2026-0${id}-12T08:00:00.000Z`,
}));
const listed = { description: '', image_url: null, privilege: 'editor' as const, users: [], user_count: 1 };

const root = rootPerTest('main', () => {
  forgetPlaces();
  notices.shown = [];
  session.user = null;
  Object.assign(parcours, { list: [], selectedIds: [] });
  Object.assign(plan, { list: ref([]), steps: ref(new Map()) });
});

async function open(answers: object = {}) {
  Object.assign(places, { status: 'ready', parcoursIds: [here], list: ref(stops) });
  plan.list = ref([planned]);
  session.user = { id: UserId.parse(7), name: 'Omar', email: 'omar@example.org', role: 'editor', picture: null };
  const list = [
    { ...listed, id: here, name: 'Le quai' },
    { ...listed, id: there, name: 'La gare' },
  ];
  Object.assign(parcours, { list, selectedIds: [here] });
  const heard = answerCalls({
    [listCall(1)]: listAnswer(...stops),
    'GET /v1/map/map/1/planned': { planned: [planned] },
    'GET /v1/map/map/1/origins': { places: origins },
    'GET /v1/map/map/1/waiting': { places: [] },
    [MANY]: { placeIds: [1, 3] },
    ...answers,
  });
  root.render(
    <>
      <h1>Le quai</h1>
      <ManySheet parcoursId={here} onClose={() => {}} />
    </>,
  );
  await expect.element(box('Le pont')).toBeVisible();
  return heard;
}
const box = (name: string) => page.getByRole('checkbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const rows = () =>
  page
    .getByRole('list', { name: words.list })
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('label > :last-child > :first-child > :first-child')?.textContent);
const sent = (heard: readonly { readonly call: string; readonly body: unknown }[]) =>
  heard.filter(({ call }) => call === MANY).map(({ body }) => body);

test('those who order places see all numbers, also of what visitors don’t see, and sort by them', async () => {
  await open({ 'GET /v1/map/map/1/planned': { planned: [planned], order: [6, 3, 1] } });
  await expect
    .poll(() => rows().slice(0, 4))
    .toEqual(['1. Le puits', '2. Le marché', '3. Le pont', expect.any(String)]);
});

test('places are found without their accents, by state, sound and author, and sorted', async () => {
  await open();
  expect(rows()).toEqual([
    '1. Le pont',
    'La chapelle Sainte-Ursule et son cloître',
    'Le marché',
    'Le banc',
    'Le puits',
  ]);
  await page.getByRole('searchbox').fill('marche');
  await expect.poll(rows).toEqual(['Le marché']);
  await page.getByRole('searchbox').fill('');
  await page.getByText(words.filters(0)).click();
  const select = (label: string, value: string) => page.getByLabelText(label, { exact: true }).selectOptions(value);
  await select(words.sound, 'without');
  await select(words.sort, 'newest');
  await expect.poll(rows).toEqual(['Le puits', 'Le banc']);
  await select(words.state, 'waiting');
  await expect.element(page.getByText(words.noneShown)).toBeVisible();
  await button(words.showAll).click();
  await select(words.author, '8');
  await expect.poll(rows).toEqual(['La chapelle Sainte-Ursule et son cloître']);
});

test('keys choose one place after the other, a range, and all; what is chosen is deleted at once', async () => {
  const heard = await open();
  await box('Le pont').click();
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(box('Le marché')).toHaveFocus();
  await expect.element(page.getByText(words.chosen(3, 0))).toBeVisible();
  await userEvent.keyboard('{ArrowUp} ');
  await expect.element(page.getByText(words.chosen(2, 0))).toBeVisible();
  await page.getByRole('searchbox').fill('pont');
  await expect.element(page.getByText(words.chosen(2, 1))).toBeVisible();
  await button(words.delete).click();
  await button(words.deletion(2).confirm).click();
  await expect.poll(() => notices.shown.map(({ text }) => text)).toEqual([words.deleted(2)]);
  expect(sent(heard)).toEqual([{ act: 'delete', placeIds: [1, 3] }]);
});

test('titles are numbered by a pattern after a look at them, and places whose author may not follow stay', async () => {
  const heard = await open();
  await box(words.all(5)).click();
  await button(words.rename).click();
  await page.getByLabelText(words.renaming.how).selectOptions('pattern');
  await page.getByLabelText(words.renaming.titles, { exact: true }).fill('{n}. {titre}');
  await expect
    .element(page.getByText(words.renaming.becomes('2. La chapelle Sainte-Ursule et son cloître')))
    .toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
  const renamed = listedPlace(1, { appelation: '1. Le pont', step: 1, media });
  // As after a response that was lost.
  places.list = ref([renamed, ...stops.slice(1)]);
  await expect.poll(() => document.body.textContent).toContain('1. 1. Le pont');
  await button(words.renaming.confirm(5)).click();
  // Until then the selection is the one before.
  await expect.poll(() => notices.shown.map(({ text }) => text)).toContain(words.renaming.done(2));
  expect(sent(heard)[0]).toMatchObject({ act: 'rename', names: [{ id: 1, appelation: '1. Le pont' }, {}, {}, {}, {}] });

  for (const name of ['Le pont', 'chapelle', 'Le marché']) await box(name).click();
  await button(words.move).click();
  await button(words.moving.confirm).click();
  await expect.poll(() => notices.shown.map(({ text }) => text)).toContain(words.moving.stayed(1, 'La gare'));
  expect(sent(heard)[1]).toEqual({ act: 'move', placeIds: [1, 2, 3], to: 2 });
});

test('chosen drops that wait are approved at once, but for those that have changed', async () => {
  const third = listedPlace(3, { appelation: 'Le marché', media, held: 'waiting' });
  const toApprove = [2, 3].map((id) => ({
    ...{ id, name: `Drop ${id}`, author: 'Léa', madeAt: '2026-02-12T08:00:00.000Z', media: null, version: `v${id}` },
  }));
  const heard = await open({
    [listCall(1)]: listAnswer(...stops.slice(0, 2), third),
    'GET /v1/map/map/1/waiting': { places: toApprove },
    'PUT /v1/place/2/approval': { status: 'ok' },
    'PUT /v1/place/3/approval': refusal('conflict', 409),
  });
  for (const name of ['Le pont', 'chapelle', 'Le marché']) await box(name).click();
  // What the person has not seen yet is not approved.
  for (const drop of toApprove) drop.version = 'later';
  await button(words.approve(2)).click();
  await button(words.approval(2).confirm).click();
  await expect.poll(() => notices.shown.map(({ text }) => text)).toEqual([words.approved(1), words.notApproved(1)]);
  expect(heard.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)).toEqual([
    { answer: 'approved', version: 'v2' },
    { answer: 'approved', version: 'v3' },
  ]);
});

test('one member is asked for the chosen planned places, and the list says who', async () => {
  const member = { id: 8, name: 'Léa Martin', picture: null, privilege: 'drop' };
  const heard = await open({
    'GET /v1/map/map/1/users': [member, { ...member, id: 9, name: 'Visiteuse', privilege: 'guest' }],
    'GET /v1/map/map/1/planned': () => ({
      planned: [sent(heard).length === 0 ? planned : { ...planned, asked: member }],
    }),
    [MANY]: { placeIds: [6] },
  });
  for (const name of ['Le pont', 'Le puits']) await box(name).click();
  await button(words.ask(1)).click();
  const whom = page.getByLabelText(words.asking.to);
  await expect.poll(() => [...whom.element().querySelectorAll('option')].map(({ text }) => text)).toHaveLength(2);
  await whom.selectOptions('Léa Martin');
  expect(await screenFaultsHere()).toEqual([]);
  await button(words.asking.confirm).click();
  await expect.poll(() => notices.shown.map(({ text }) => text)).toEqual([words.asking.done(1, 'Léa Martin')]);
  expect(sent(heard)).toEqual([{ act: 'ask', placeIds: [6], asked: 8 }]);
  await expect.element(page.getByText(words.asked('Léa Martin'))).toBeVisible();
});

test('a move says how many stay, are gone, or don’t fit, and why', async () => {
  await open({ [MANY]: refusal('map_full', 422) });
  for (const name of ['Le pont', 'chapelle', 'Le marché']) await box(name).click();
  await button(words.move).click();
  await button(words.moving.confirm).click();
  await expect.element(page.getByText(words.moving.failed(3, words.moving.full('La gare')))).toBeVisible();
  answerCalls({ [MANY]: { placeIds: [1] }, [listCall(1)]: listAnswer(...stops.slice(1, 2)) });
  await button(words.moving.confirm).click();
  await expect
    .poll(() => notices.shown.map(({ text }) => text))
    .toEqual([words.moving.done(1, 'La gare'), words.moving.stayed(1, 'La gare'), words.moving.gone(1)]);
});

test('what was begun can’t be closed before it is known whether it failed', async () => {
  let fail = (_: unknown): void => {};
  await open({
    [MANY]: () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  });
  await box('Le pont').click();
  await button(words.move).click();
  await button(words.moving.confirm).click();
  await userEvent.keyboard('{Escape}');
  fail(new TypeError('Failed to fetch'));
  await expect.element(page.getByText(words.moving.failed(1, strings.errors.network))).toBeVisible();
});

test('the list is usable in all windows, with large text, and by Tab', async () => {
  await open();
  await box('Le pont').click();
  await page.getByText(words.filters(0)).click();
  expect(await screenFaultsHere()).toEqual([]);
  expect(await missedByTabHere()).toEqual([]);
});
