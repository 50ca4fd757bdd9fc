import { ref } from 'valtio';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { approvalStrings as words } from '../../../../app/moderation/approval/approval-words.ts';
import { InboxScreen } from '../../../../app/moderation/approval/inbox-screen.tsx';
import { parcours } from '../../../../app/parcours/parcours.ts';
import type { WaitingPlace } from '../../../../contracts/moderation.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../../support/accessibility/layout-here.ts';
import { packedMap } from '../../../support/packs/kept-pack.ts';
import { answerCalls, refusal } from '../../../support/page/answers.ts';
import { setUpRolePage } from '../../../support/page/role-page.tsx';
import { configOf } from '../../../support/samples/config.ts';

const ana = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };
const quay = { ...packedMap, id: ParcoursId.parse(7), name: 'Le quai', privilege: 'editor' as const, waiting_count: 2 };
const park = { ...quay, id: ParcoursId.parse(8), name: 'Le parc', waiting_count: 1 };
const calm = { ...packedMap, id: ParcoursId.parse(9), name: 'Le calme' };
const bench = waitingDrop(1, 'Le banc');
const crane = waitingDrop(2, 'La grue');
const well = waitingDrop(3, 'Le puits');

const showTo = setUpRolePage();
let shown: number[] = [];

beforeEach(() => {
  shown = [];
  Object.assign(parcours, { status: 'ready', list: ref([quay, park, calm]) });
});

function waitingDrop(id: number, name: string): WaitingPlace {
  const madeAt = '2026-11-20T10:00:00.000Z';
  return { id: PlaceId.parse(id), name, author: 'Noé', madeAt, media: null, version: `v${id}` };
}

/** Answers the lists of both parcours that have waiting drops; the list of parcours has no network. */
function answer(more: Readonly<Record<string, unknown>> = {}) {
  return answerCalls({
    'GET /v1/map/map/7/waiting': { places: [bench, crane] },
    'GET /v1/map/map/8/waiting': { places: [well] },
    ...more,
  });
}

function show(): void {
  showTo(ana, <InboxScreen renderAudio={() => null} onShow={({ id }) => shown.push(id)} />);
}

const cards = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);
const wellCard = page.getByRole('listitem').filter({ hasText: /puits/ });

describe('the inbox', () => {
  it('lists what waits on all parcours, with its parcours, its author and its day', async () => {
    const heard = answer();
    show();
    await expect.poll(cards).toEqual(['Le banc', 'La grue', 'Le puits']);
    await expect.element(page.getByText(words.count(3))).toBeVisible();
    await expect.element(wellCard).toHaveTextContent('Le parc');
    await expect.element(wellCard).toHaveTextContent(/Par Noé, le 20 nov\. 2026/);
    expect(heard.map(({ call }) => call)).not.toContain('GET /v1/map/map/9/waiting');
    expect(await screenFaultsHere()).toEqual([]);
  });

  it('approves a drop in the version that was listed, and moves the focus to the next one', async () => {
    const heard = answer({ 'PUT /v1/place/1/approval': { status: 'ok' } });
    show();
    await page.getByRole('button', { name: words.approveOne('Le banc') }).click();
    await expect.element(page.getByText(words.approved('Le banc'))).toBeVisible();
    expect(heard.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ answer: 'approved', version: 'v1' });
    expect(cards()).toEqual(['La grue', 'Le puits']);
    await expect.poll(() => document.activeElement?.textContent).toBe('La grue');
  });

  it('says of one approval at a time, the last, that it is published', async () => {
    answer({ 'PUT /v1/place/1/approval': { status: 'ok' }, 'PUT /v1/place/2/approval': { status: 'ok' } });
    show();
    for (const name of ['Le banc', 'La grue']) {
      await page.getByRole('button', { name: words.approveOne(name) }).click();
      await expect.element(page.getByText(words.approved(name))).toBeVisible();
    }
    await expect.element(page.getByText(words.approved('Le banc'))).not.toBeInTheDocument();
  });

  it('is empty after the last answer, and has the focus', async () => {
    answer({ 'GET /v1/map/map/7/waiting': { places: [] }, 'PUT /v1/place/3/approval': { status: 'ok' } });
    show();
    await page.getByRole('button', { name: words.approveOne('Le puits') }).click();
    await expect.element(page.getByText(words.none)).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toContain(words.none);
  });

  it('no longer lists a drop that was deleted in the meantime, nor a parcours on which it may not answer', async () => {
    let isThere = true;
    answer({
      'GET /v1/map/map/7/waiting': refusal('forbidden', 403),
      'GET /v1/map/map/8/waiting': () => ({ places: isThere ? [well] : [] }),
      'PUT /v1/place/3/approval': refusal('not_found', 404),
    });
    show();
    await expect.poll(cards).toEqual(['Le puits']);
    isThere = false;
    await page.getByRole('button', { name: words.approveOne('Le puits') }).click();
    await expect.element(page.getByText(words.none)).toBeVisible();
  });

  it('refuses a drop with words for its author', async () => {
    const heard = answer({ 'PUT /v1/place/3/approval': { status: 'ok' } });
    show();
    await wellCard.getByRole('button', { name: words.refuseOne('Le puits') }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabelText(words.words).fill('Trop de vent.');
    await sheet.getByRole('button', { name: words.refuse }).click();
    await expect.element(page.getByText(words.refused('Le puits'))).toBeVisible();
    const body = { answer: 'refused', version: 'v3', words: 'Trop de vent.' };
    expect(heard.find(({ call }) => call.startsWith('PUT'))?.body).toEqual(body);
    expect(cards()).toEqual(['Le banc', 'La grue']);
  });

  it('loads a drop again that has changed since it was listed', async () => {
    let listings = 0;
    answer({
      'GET /v1/map/map/8/waiting': () => ({
        places: listings++ === 0 ? [well] : [{ ...well, name: 'Le vieux puits' }],
      }),
      'PUT /v1/place/3/approval': refusal('conflict', 409),
    });
    show();
    await wellCard.getByRole('button', { name: words.approveOne('Le puits') }).click();
    await expect.poll(cards).toEqual(['Le banc', 'La grue', 'Le vieux puits']);
    await expect.element(wellCard.getByRole('alert')).toBeVisible();
  });

  it('leads to a drop’s place on the map', async () => {
    answer();
    show();
    await page.getByRole('button', { name: words.showOne('La grue') }).click();
    expect(shown).toEqual([crane.id]);
  });

  it('has a switch for a daily mail where the server sends mails, in the state that was chosen', async () => {
    const choices = { consents: [], statistics: true, approvalMails: true };
    const heard = answer({
      'GET /v1/config': configOf({ sendsMail: true }),
      'GET /v1/user/me/consents': choices,
      'PUT /v1/user/me/approvalmails': { status: 'ok' },
    });
    show();
    const mails = page.getByRole('switch', { name: words.mails });
    await expect.element(mails).toBeChecked();
    await mails.click();
    await expect.element(mails).not.toBeChecked();
    expect(heard.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ wanted: false });
  });

  it('says that nothing waits', async () => {
    Object.assign(parcours, { list: ref([calm]) });
    answerCalls({ 'GET /v1/map/maps-for-user': [calm] });
    show();
    await expect.element(page.getByText(words.none)).toBeVisible();
    await expect.element(page.getByText(words.noneHint)).toBeVisible();
  });

  it('says why it could not load, and tries again', async () => {
    let isUp = false;
    answer({
      'GET /v1/map/map/8/waiting': () => (isUp ? { places: [well] } : refusal('internal', 500)),
    });
    show();
    await expect.element(page.getByRole('alert')).toHaveTextContent(words.failed('').trim());
    expect(page.getByText(words.none).elements()).toEqual([]);
    isUp = true;
    await page.getByRole('alert').getByRole('button').click();
    await expect.poll(cards).toEqual(['Le banc', 'La grue', 'Le puits']);
  });
});
