import { ref } from 'valtio';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { roleStrings } from '../../../app/account/roles/roles-words.ts';
import { exportStrings } from '../../../app/exchange/export/export-words.ts';
import { mapStrings } from '../../../app/map/map-words.ts';
import { offlineWords } from '../../../app/page/offline-words.ts';
import { forgetMembers } from '../../../app/parcours/members/members.ts';
import { paneStrings } from '../../../app/parcours/panes-words.ts';
import { parcours, selectParcours } from '../../../app/parcours/parcours.ts';
import { orderStrings } from '../../../app/places/order/order-words.ts';
import { places } from '../../../app/places/places.ts';
import { plan } from '../../../app/places/plan.ts';
import { session } from '../../../app/session/session.ts';
import { InfoPane } from '../../../app/shell/info-pane.tsx';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { missedByTabHere, screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace } from '../../support/samples/listed-place.ts';
import { requestList } from '../../support/samples/role-requests.ts';

const id = ParcoursId.parse(7);
const person = (number: number) => ({ id: UserId.parse(number), name: `Personne ${number}`, picture: null });

const quay = { id, name: 'Le quai', description: 'Pas à pas', image_url: null, privilege: 'drop' as const };
const READ = 'GET /v1/map/map/7';
const MEMBERS = 'GET /v1/map/map/7/users';

const onInvite = vi.fn();

const root = rootPerTest('main', () => {
  forgetSession();
  forgetMembers();
  session.user = null;
});
beforeEach(() => {
  session.user = { ...person(1), email: 'un@example.org', role: 'user' };
});

function show(): void {
  root.render(<InfoPane onInvite={onInvite} />);
}

function showQuay(): void {
  parcours.list = ref([{ ...quay, users: [person(1), person(2)], user_count: 3 }]);
  selectParcours(id);
  show();
}

test('the first members are shown with the total number until all are loaded', async () => {
  let answer: (list: unknown[]) => void = () => {};
  answerCalls({ [READ]: quay, [MEMBERS]: () => new Promise((resolve) => (answer = resolve)) });
  showQuay();
  await expect.element(page.getByText('3\u00a0membres')).toBeVisible();
  await expect.element(page.getByText('Personne 2', { exact: true })).toBeVisible();
  expect(page.getByText('Personne 3', { exact: true }).elements()).toEqual([]);
  await expect.element(page.getByRole('status', { name: 'Chargement des participants' })).toBeInTheDocument();

  answer([1, 2, 3].map((number) => ({ ...person(number), privilege: 'drop' })));
  await expect.element(page.getByText('Personne 3', { exact: true })).toBeVisible();
  expect(page.getByRole('status').elements()).toEqual([]);
});

test('guests are counted beside the members, and not listed; an admin can use it all at every size', async () => {
  if (session.user !== null) session.user.role = 'admin';
  const all = [1, 2].map((number) => ({ ...person(number), privilege: 'drop' }));
  const own = { ...quay, privilege: 'admin' as const };
  answerCalls({ [READ]: own, [MEMBERS]: all });
  parcours.list = ref([{ ...own, users: [person(1), person(2)], user_count: 2, guest_count: 124 }]);
  selectParcours(id);
  show();
  await expect.element(page.getByText('2\u00a0membres et 124\u00a0invités')).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(2);
  await expect.element(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Options : Personne 2' })).toBeVisible();
  expect([...(await screenFaultsHere({ maxWidth: 768 })), ...(await missedByTabHere())]).toEqual([]);
});

test('people who may edit the parcours open the order of its places', async () => {
  const own = { ...quay, privilege: 'editor' as const };
  const order = { placeIds: [], version: 'none' };
  answerCalls({ [READ]: own, [MEMBERS]: [], 'GET /v1/map/map/7/order': order });
  parcours.list = ref([{ ...own, users: [], user_count: 0 }]);
  selectParcours(id);
  show();
  const open = page.getByRole('button', { name: orderStrings.open });
  await expect.element(page.getByRole('heading', { name: 'Le quai' })).toBeVisible();
  expect(open.elements()).toEqual([]);
  if (session.user !== null) session.user.role = 'editor';
  plan.steps = ref(new Map([[PlaceId.parse(2), 1]]));
  const planned = { id: PlaceId.parse(2), appelation: 'Le puits', feature: listedPlace(2).feature, map: { id } };
  plan.list = ref([{ ...planned, asked: null, state: 'planned', filledBy: null }]);
  await expect.element(page.getByText(orderStrings.openHint(1, 1))).toBeVisible();
  Object.assign(plan, { list: ref([]), steps: ref(new Map()) });
  await open.click();
  await expect.element(page.getByRole('dialog', { name: orderStrings.title })).toHaveTextContent(orderStrings.empty);
});

test('admins of the parcours export it, its editors print it, and others do neither', async () => {
  answerCalls({ [READ]: refusal('internal', 500), [MEMBERS]: [] });
  const open = page.getByRole('button', { name: exportStrings.printTitle });
  showQuay();
  await expect.element(page.getByRole('heading', { name: 'Le quai' })).toBeVisible();
  expect(open.elements()).toEqual([]);
  const become = (privilege: 'admin' | 'editor', role: 'user' | 'editor'): void => {
    if (session.user !== null) session.user.role = role;
    parcours.list = ref([{ ...quay, privilege, users: [], user_count: 0 }]);
  };
  become('editor', 'editor');
  await open.click();
  await expect.element(page.getByRole('button', { name: exportStrings.print })).toBeVisible();
  expect(page.getByRole('button', { name: exportStrings.download }).elements()).toEqual([]);
  become('admin', 'user');
  await expect.element(page.getByRole('button', { name: exportStrings.download })).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: exportStrings.title })).toBeVisible();
});

test('the button to invite is with the members, for persons who may invite', async () => {
  answerCalls({ [READ]: quay, [MEMBERS]: [] });
  showQuay();
  await page.getByRole('button', { name: paneStrings.invite }).click();
  expect(onInvite).toHaveBeenCalledOnce();
  parcours.list = ref([{ ...quay, privilege: 'guest', users: [], user_count: 0 }]);
  await expect.element(page.getByRole('button', { name: paneStrings.invite })).not.toBeInTheDocument();
});

test('a failed load of the members is reported, and repeated on the next attempt', async () => {
  answerCalls({ [READ]: quay, [MEMBERS]: refusal('internal', 500) });
  showQuay();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Error fetching map users: Une erreur est survenue. Réessayez dans un moment.');
  await expect.element(page.getByText('Personne 2', { exact: true })).toBeVisible();
  answerCalls({ [READ]: quay, [MEMBERS]: [{ ...person(4), privilege: 'admin' }] });
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect.element(page.getByText('Personne 4', { exact: true })).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('another person’s changes are there when the pane is opened', async () => {
  answerCalls({ [READ]: { ...quay, name: 'Les quais' }, [MEMBERS]: [] });
  showQuay();
  await expect.element(page.getByRole('heading', { name: 'Les quais' })).toBeVisible();
});

test('an Editor of the map without Edit reads why, and what each privilege allows', async () => {
  answerCalls({
    [READ]: { ...quay, privilege: 'editor' },
    [MEMBERS]: [],
    'GET /v1/user/role-requests': requestList(),
  });
  parcours.list = ref([{ ...quay, privilege: 'editor', users: [], user_count: 0 }]);
  selectParcours(id);
  show();
  await expect.element(page.getByText(roleStrings.limits.information('editor'))).toBeVisible();
  await expect.element(page.getByRole('button', { name: roleStrings.request.ask })).toBeVisible();
  expect(page.getByRole('button', { name: 'Edit', exact: true }).elements()).toEqual([]);
  await page.getByText(roleStrings.guide.title).click();
  await expect.element(page.getByText(roleStrings.guide.account)).toBeVisible();
});

test('places that are loading or could not be loaded are not counted as none', async () => {
  answerCalls({ [READ]: quay, [MEMBERS]: [] });
  showQuay();
  for (const [status, text] of [
    ['loading', offlineWords.placesLoading],
    ['failed', offlineWords.placesUnknown],
    ['ready', mapStrings.placeCount(0)],
  ] as const) {
    places.status = status;
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  }
});

test('the places of the parcours alone are counted, and those to record apart', async () => {
  answerCalls({ [READ]: quay, [MEMBERS]: [] });
  const at = { ...listedPlace(1), map: { id } };
  const planned = { id: PlaceId.parse(2), appelation: 'Le puits', feature: at.feature, map: { id }, asked: null };
  Object.assign(places, { status: 'ready', list: ref([at, listedPlace(3)]) });
  plan.list = ref([{ ...planned, state: 'planned', filledBy: null }]);
  showQuay();
  await expect.element(page.getByText('1\u00a0lieu, 1\u00a0à enregistrer', { exact: true })).toBeVisible();
  Object.assign(places, { status: 'idle', list: ref([]) });
  await expect.element(page.getByText('1\u00a0lieu à enregistrer', { exact: true })).not.toBeInTheDocument();
  plan.list = ref([]);
});

test('loading, failed and unselected maps are each reported', async () => {
  parcours.status = 'loading';
  show();
  await expect.element(page.getByRole('status', { name: 'Chargement de la carte…' })).toBeInTheDocument();
  parcours.status = 'ready';
  await expect.element(page.getByText('Aucune carte choisie')).toBeVisible();
  parcours.failure = new Error('gone');
  parcours.status = 'failed';
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to get map');
  answerCalls({ 'GET /v1/map/maps-for-user': [{ ...quay, users: [], user_count: 0 }], [READ]: quay, [MEMBERS]: [] });
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect.element(page.getByRole('heading', { name: 'Le quai' })).toBeVisible();
});
