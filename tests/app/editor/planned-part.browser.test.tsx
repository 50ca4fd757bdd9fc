import type { Root } from 'react-dom/client';
import { ref } from 'valtio';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fillStrings } from '../../../app/drops/fill/fill-words.ts';
import { EditorPanel } from '../../../app/editor/editor-panel.tsx';
import { editorStrings as words } from '../../../app/editor/editor-words.ts';
import { notices } from '../../../app/page/notice-queue.ts';
import { editorTools } from '../../../app/parcours/editor-tools.ts';
import { forgetMembers } from '../../../app/parcours/members/members.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { addPendingShape, pendingShapes } from '../../../app/places/pending-shapes.ts';
import { places } from '../../../app/places/places.ts';
import { plan } from '../../../app/places/plan.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session } from '../../../app/session/session.ts';
import { NoticeStack } from '../../../app/shell/notice-stack.tsx';
import { strings } from '../../../app/ui/common-words.ts';
import type { Geometry } from '../../../contracts/geo.ts';
import type { PlannedPlace } from '../../../contracts/planned-place.ts';
import { ParcoursId, PlaceId, type Privilege, UserId } from '../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { freshRoot } from '../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const mapId = ParcoursId.parse(1);
const feature: Geometry = { type: 'Point', coordinates: [2.347, 48.855] };
const wash: PlannedPlace = {
  ...{ id: PlaceId.parse(21), appelation: 'Le lavoir', feature, map: { id: mapId }, asked: null },
  ...{ state: 'planned', filledBy: null },
};
const lea = { id: UserId.parse(5), name: 'Léa', picture: null, privilege: 'drop' };
const noe = { id: UserId.parse(7), name: 'Noé', picture: null, privilege: 'drop' };
const passer = { id: UserId.parse(6), name: 'Passante', picture: null, privilege: 'guest' };
const MEMBERS = 'GET /v1/map/map/1/users';

let root: Root;
let invited: number;

beforeEach(async () => {
  await page.viewport(1000, 900);
  session.user = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'editor', picture: null };
  Object.assign(editorTools, { isOn: true, draws: true });
  invited = 0;
  root = freshRoot('main');
});
afterEach(() => {
  root.unmount();
  vi.unstubAllGlobals();
  storage.forgetAll();
  pendingShapes.list = ref([]);
  Object.assign(plan, { list: ref([]), steps: ref(new Map()) });
  Object.assign(places, { status: 'idle', list: ref([]) });
  notices.shown = [];
  forgetMembers();
  session.user = null;
});

function show(privilege: Privilege = 'editor'): void {
  const quay = { id: mapId, name: 'Le quai', description: '', privilege };
  Object.assign(parcours, { list: ref([quay]), selectedIds: [mapId], beingCreated: null });
  places.status = 'ready';
  root.render(
    <>
      <EditorPanel
        surface={null}
        renderAudio={() => 'audio'}
        renderBelowList={(id) => <p>Tools of map {id}</p>}
        recordingBar="recording"
        onInvite={() => invited++}
      />
      <NoticeStack />
    </>,
  );
}

const panel = page.getByRole('region', { name: words.label });
const button = (name: string | RegExp) => panel.getByRole('button', { name, exact: true });

it('a drawn shape is left to be recorded, and a member is asked for it', async () => {
  const asked: unknown[] = [];
  let answer = () => {};
  const heard = answerCalls({
    [MEMBERS]: [lea, noe, passer],
    'POST /v1/place/planned': wash,
    'PUT /v1/place/planned/21': async ({ body }: RequestInit) => {
      const { asked: id } = JSON.parse(String(body));
      asked.push(id);
      await new Promise<void>((resolve) => (answer = resolve));
      return { ...wash, asked: id === null ? null : { id, name: id === lea.id ? lea.name : noe.name } };
    },
  });
  addPendingShape({ userId: UserId.parse(3), parcoursId: mapId, title: ' Le lavoir ', geometry: feature });
  show();
  await button(/Le lavoir/).click();
  await button(words.planned.plan).click();
  const select = panel.getByLabelText(words.planned.asked);
  await expect.element(select).toHaveValue('');
  expect(heard.find(({ call }) => call === 'POST /v1/place/planned')?.body).toEqual({
    ...{ mapId, appelation: 'Le lavoir', feature },
  });
  expect([storage.read('pendingShapes'), plan.list.length]).toEqual([[], 1]);
  // Nothing is left to save.
  await expect.element(button(words.done)).toBeVisible();
  await expect.element(button(words.save)).not.toBeInTheDocument();
  await expect
    .poll(() =>
      select
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([words.planned.anybody, 'Léa', 'Noé']);
  const faults = await screenFaultsHere();
  // The panel is a part of a page.
  expect(faults.filter((fault) => !fault.startsWith('page-has-heading-one'))).toEqual([]);
  (select.element() as HTMLElement).focus();
  // Arrow keys choose faster than the server answers: of what is chosen meanwhile, the last is sent.
  for (const name of ['Léa', words.planned.anybody, 'Noé']) await select.selectOptions(name);
  await expect.element(select).toHaveValue('7');
  expect(asked).toEqual([5]);
  answer();
  await expect.poll(() => asked).toEqual([5, 7]);
  answer();
  await expect.poll(() => plan.list[0]?.asked?.id).toBe(7);
  await expect.element(select).toHaveValue('7');
  await expect.element(select).toHaveFocus();
  // An author plans one after the other.
  await button(words.planned.nextPoint).click();
  await expect.element(button(words.drawing.addPoint)).toBeVisible();
});

it('where nobody can be asked yet, it says why, and leads to the invitations', async () => {
  answerCalls({ [MEMBERS]: [{ ...lea, id: UserId.parse(3), name: 'Ana', privilege: 'admin' }, passer] });
  plan.list = ref([wash]);
  show();
  await button(/Le lavoir/).click();
  await expect.element(panel.getByText(words.planned.nobody)).toBeVisible();
  const select = panel.getByLabelText(words.planned.asked).element() as HTMLSelectElement;
  // Its text is not cut: a list as wide as its longest option is no wider.
  select.style.width = 'max-content';
  const wantedPx = select.offsetWidth;
  select.style.width = '';
  expect(wantedPx).toBeLessThanOrEqual(select.offsetWidth);
  await button(words.planned.invite).click();
  expect(invited).toBe(1);
});

it('one notice at a time says what was left to be recorded: several would cover the map', async () => {
  const names = ['Le lavoir', 'Le quai'];
  answerCalls({
    [MEMBERS]: [],
    'POST /v1/place/planned': ({ body }: RequestInit) => {
      const { appelation } = JSON.parse(String(body));
      return { ...wash, id: PlaceId.parse(21 + names.indexOf(appelation)), appelation };
    },
  });
  for (const title of names) addPendingShape({ userId: UserId.parse(3), parcoursId: mapId, title, geometry: feature });
  show();
  for (const name of names) {
    await button(new RegExp(name)).click();
    await button(words.planned.plan).click();
    await expect.element(page.getByText(words.planned.done(name))).toBeVisible();
    await button(words.backToList).click();
  }
  await expect.element(page.getByText(words.planned.done('Le lavoir'))).not.toBeInTheDocument();
});

it('its title is saved, and it is deleted and brought back', async () => {
  const heard = answerCalls({
    [MEMBERS]: [],
    'PUT /v1/place/planned/21': { ...wash, appelation: 'La fontaine' },
    'DELETE /v1/place/planned/21': { status: 'ok' },
    'POST /v1/deleted/places/21': { status: 'ok' },
    'GET /v1/map/map/1/planned': () => {
      const last = heard.findLast(({ call }) => call.endsWith('/21'));
      return { planned: last?.call.startsWith('DELETE') === true ? [] : [wash] };
    },
  });
  plan.list = ref([wash]);
  show();
  await button(/Le lavoir/).click();
  await panel.getByLabelText(words.title).fill('La fontaine');
  await button(words.save).click();
  await button(/La fontaine/).click();
  await button(words.remove).click();
  await expect.element(panel.getByText(words.empty)).toBeVisible();
  await page.getByRole('button', { name: strings.app.undo }).click();
  await expect.element(button(/Le lavoir/)).toBeVisible();
  expect(heard.map(({ call }) => call).filter((call) => !call.startsWith('GET'))).toEqual([
    'PUT /v1/place/planned/21',
    'DELETE /v1/place/planned/21',
    'POST /v1/deleted/places/21',
  ]);
});

it('a shape that was planned without an answer, and changed since, is planned once', async () => {
  let isLost = true;
  const keys: (string | null)[] = [];
  const heard = answerCalls({
    [MEMBERS]: [],
    'POST /v1/place/planned': ({ headers }: RequestInit) => {
      keys.push(new Headers(headers).get('Idempotency-Key'));
      if (isLost) throw new TypeError('Failed to fetch');
      return wash;
    },
    'PUT /v1/place/planned/21': { ...wash, appelation: 'La source' },
  });
  addPendingShape({ userId: UserId.parse(3), parcoursId: mapId, title: 'Le lavoir', geometry: feature });
  show();
  await button(/Le lavoir/).click();
  await button(words.planned.plan).click();
  await expect.element(panel.getByRole('alert')).toBeVisible();
  await panel.getByLabelText(words.title).fill('La source');
  isLost = false;
  await button(words.planned.plan).click();
  await expect.poll(() => plan.list.map(({ appelation }) => appelation)).toEqual(['La source']);
  const bodyOf = (method: string) => heard.filter(({ call }) => call.startsWith(method)).map(({ body }) => body);
  expect(bodyOf('POST')).toEqual(Array(2).fill({ mapId, appelation: 'Le lavoir', feature }));
  expect([keys[0] === keys[1], bodyOf('PUT')]).toEqual([true, [{ appelation: 'La source', feature }]]);
});

it('a deletion that can’t be undone says so', async () => {
  const status = { status: 'ok' };
  answerCalls({
    [MEMBERS]: [],
    'DELETE /v1/place/planned/21': status,
    'POST /v1/deleted/places/21': refusal('map_full', 422),
  });
  plan.list = ref([wash]);
  show();
  await button(/Le lavoir/).click();
  await button(words.remove).click();
  await page.getByRole('button', { name: strings.app.undo }).click();
  await expect.element(panel.getByText(words.planned.restoreFailed(''), { exact: false })).toBeVisible();
});

it('rows say the state of each place, and a place that fills a planned one stands for it', async () => {
  answerCalls({});
  plan.list = ref([
    wash,
    { ...wash, id: PlaceId.parse(22), appelation: 'Le puits', state: 'draft', filledBy: PlaceId.parse(31) },
    { ...wash, id: PlaceId.parse(23), appelation: 'Le pont', state: 'waiting', filledBy: PlaceId.parse(2) },
  ]);
  places.list = ref([
    listedPlace(1, { appelation: 'Le banc', media: { data: mediaLink() } }),
    listedPlace(2, { appelation: 'Le pont', held: 'waiting' }),
  ]);
  show();
  await expect.element(panel.getByText('Tools of map 1')).toBeVisible();
  const { states } = fillStrings;
  await expect
    .poll(() =>
      panel
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([
      `Le lavoir${states.planned}`,
      `Le puits${states.draft}`,
      `Le banc${states.published}`,
      `Le pont${states.waiting}`,
    ]);
});

it('the editor lists and names the map that it draws on alone, and closes what is open when that changes', async () => {
  answerCalls({ [MEMBERS]: [] });
  const copy = { id: ParcoursId.parse(2), name: 'Le quai (copie)', description: '', privilege: 'editor' as const };
  const twin = { ...wash, id: PlaceId.parse(41), appelation: 'La source', map: { id: copy.id } };
  plan.list = ref([wash, twin]);
  places.list = ref([listedPlace(3, { appelation: 'Le puits', map: { id: copy.id } })]);
  show();
  parcours.list = ref([...parcours.list, { ...copy, image_url: null, users: [], user_count: 1 }]);
  await expect.element(panel.getByRole('heading', { name: words.heading(1) })).toBeVisible();
  await expect.element(panel.getByText('Le quai', { exact: true })).toBeVisible();
  await button(/Le lavoir/).click();
  await panel.getByLabelText(words.title).fill('Le vieux lavoir');
  parcours.beingCreated = { id: copy.id, title: copy.name, description: '', privilege: 'editor' };
  await expect.element(panel.getByText(copy.name)).toBeVisible();
  await expect.element(page.getByText(words.changesStored('Le vieux lavoir'))).toBeVisible();
  expect(panel.getByRole('listitem').elements()).toHaveLength(2);
  await expect.element(button(/La source/)).toBeVisible();
});

it('rows have the numbers of the order, in that order, whatever is planned', async () => {
  answerCalls({});
  plan.list = ref([wash]);
  plan.steps = ref(new Map([2, 21].map((id, at) => [PlaceId.parse(id), at + 1])));
  places.list = ref([listedPlace(1, { appelation: 'Le banc' }), listedPlace(2, { appelation: 'Le pont', step: 1 })]);
  show();
  const names = () =>
    panel
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(['1. Le pont', `2. Le lavoir${fillStrings.states.planned}`, 'Le banc']);
});

it('somebody who may not edit the parcours plans nothing and asks nobody', async () => {
  answerCalls({ [MEMBERS]: [] });
  plan.list = ref([wash]);
  addPendingShape({ userId: UserId.parse(3), parcoursId: mapId, title: 'À moi', geometry: feature });
  show('drop');
  await button(/À moi/).click();
  await expect.element(button(words.record)).toBeVisible();
  await expect.element(button(words.planned.plan)).not.toBeInTheDocument();
  await button(words.backToList).click();
  await button(/Le lavoir/).click();
  await expect.element(panel.getByText(fillStrings.more.planned)).toBeVisible();
  await expect.element(panel.getByLabelText(words.planned.asked)).not.toBeInTheDocument();
});
