import { ref } from 'valtio';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  remarkSubjects,
  sendRemarkStrings as sending,
  remarkStrings as words,
} from '../../../../app/moderation/remarks/remark-words.ts';
import { remarks } from '../../../../app/moderation/remarks/remarks.ts';
import { parcours } from '../../../../app/parcours/parcours.ts';
import { PlaceRemarks, RemarksPart } from '../../../../app/shell/remarks-part.tsx';
import type { Remark } from '../../../../contracts/remark.ts';
import { ParcoursId, PlaceId, RemarkId, UserId } from '../../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../../support/accessibility/layout-here.ts';
import { packedMap } from '../../../support/packs/kept-pack.ts';
import { answerCalls } from '../../../support/page/answers.ts';
import { setUpRolePage } from '../../../support/page/role-page.tsx';
import { listedPlace } from '../../../support/samples/listed-place.ts';

const ana = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };
const parcoursId = ParcoursId.parse(7);
const bridge = listedPlace(1, { appelation: 'Le pont', map: { id: parcoursId }, userId: UserId.parse(9) });
const quay = { ...packedMap, id: parcoursId, name: 'Le quai', privilege: 'editor' as const, remark_count: 2 };
const remark = (id: number, placeId: number, name: string, more: Partial<Remark> = {}): Remark => ({
  id: RemarkId.parse(id),
  placeId: PlaceId.parse(placeId),
  name,
  subject: 'way',
  words: 'Le pont est fermé.',
  madeAt: '2026-11-20T10:00:00.000Z',
  mayAnswer: true,
  ...more,
});
const listed = { 'GET /v1/map/map/7/remarks': { remarks: [remark(1, 1, 'Le pont'), remark(2, 2, 'La grue')] } };

const showTo = setUpRolePage();
beforeEach(() => {
  Object.assign(parcours, { status: 'ready', list: ref([quay]) });
});

describe('a visitor', () => {
  beforeEach(() => {
    Object.assign(parcours, { list: ref([{ ...quay, privilege: 'guest' as const, remark_count: undefined }]) });
  });

  it('says what is wrong at a place', async () => {
    const heard = answerCalls({ 'POST /v1/place/1/remarks': { status: 'ok' } });
    showTo(ana, <PlaceRemarks place={bridge} />);
    await page.getByRole('button', { name: sending.at('Le pont') }).click();
    await page.getByRole('button', { name: sending.submit }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(sending.missing);
    await page.getByRole('radio', { name: remarkSubjects.sound.label }).click();
    await page.getByLabelText(sending.words).fill('Trop faible.');
    expect(await screenFaultsHere()).toEqual([]);
    await page.getByRole('button', { name: sending.submit }).click();
    await expect.element(page.getByText(sending.sent)).toBeVisible();
    expect(heard).toEqual([{ call: 'POST /v1/place/1/remarks', body: { subject: 'sound', words: 'Trop faible.' } }]);
  });

  it('keeps what they wrote while the network is away', async () => {
    answerCalls({});
    showTo(ana, <PlaceRemarks place={bridge} />);
    await page.getByRole('button', { name: sending.at('Le pont') }).click();
    await page.getByRole('radio', { name: remarkSubjects.way.label }).click();
    await page.getByLabelText(sending.words).fill('Fermé.');
    await page.getByRole('button', { name: sending.submit }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByLabelText(sending.words)).toHaveValue('Fermé.');
  });
});

describe('those who may change a place', () => {
  it('read the remarks of a map, answer one and close the other', async () => {
    const heard = answerCalls({
      ...listed,
      'PUT /v1/map/remarks/1': { status: 'ok' },
      'PUT /v1/map/remarks/2': { status: 'ok' },
    });
    showTo({ ...ana, role: 'editor' }, <RemarksPart map={quay} />);
    await page.getByRole('button', { name: words.open(2) }).click();
    await expect.element(page.getByRole('heading', { name: 'La grue' })).toBeVisible();
    expect(await screenFaultsHere()).toEqual([]);
    await page.getByRole('button', { name: words.answerTo('Le pont') }).click();
    await page.getByLabelText(words.answerWords).fill('Merci !');
    await page.getByRole('button', { name: words.submit }).click();
    await expect.element(page.getByRole('heading', { name: 'Le pont' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: words.closeOf('La grue') }).click();
    await expect.element(page.getByText(words.none)).toBeVisible();
    expect(heard.filter(({ call }) => call.startsWith('PUT'))).toEqual([
      { call: 'PUT /v1/map/remarks/1', body: { answer: 'Merci !' } },
      { call: 'PUT /v1/map/remarks/2', body: { answer: '' } },
    ]);
  });

  it('see at a place what was said of it, and nothing at one without remarks', async () => {
    answerCalls(listed);
    const silent = { ...bridge, id: PlaceId.parse(5), appelation: 'Le parc' };
    showTo(
      { ...ana, role: 'editor' },
      <>
        <PlaceRemarks place={bridge} />
        <PlaceRemarks place={silent} />
      </>,
    );
    await page.getByRole('button', { name: words.open(1) }).click();
    await expect.element(page.getByText('Le pont est fermé.')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'La grue' })).not.toBeInTheDocument();
    expect(page.getByRole('button', { name: sending.title }).elements()).toEqual([]);
  });

  it('see at a place what was said of it since it was opened', async () => {
    answerCalls({ 'GET /v1/map/map/7/remarks': { remarks: [remark(2, 2, 'La grue')] } });
    Object.assign(parcours, { list: ref([{ ...quay, remark_count: 1 }]) });
    showTo({ ...ana, role: 'editor' }, <PlaceRemarks place={bridge} />);
    await expect.poll(() => remarks.list.length).toBe(1);
    answerCalls(listed);
    Object.assign(parcours, { list: ref([quay]) });
    await expect.element(page.getByRole('button', { name: words.open(1) })).toBeVisible();
  });

  it('are not offered to answer who gets no messages', async () => {
    answerCalls({ 'GET /v1/map/map/7/remarks': { remarks: [remark(1, 1, 'Le pont', { mayAnswer: false })] } });
    showTo({ ...ana, role: 'editor' }, <RemarksPart map={quay} />);
    await page.getByRole('button', { name: words.open(2) }).click();
    await expect.element(page.getByRole('button', { name: words.closeOf('Le pont') })).toBeVisible();
    await expect.element(page.getByRole('button', { name: words.answerTo('Le pont') })).not.toBeInTheDocument();
  });
});
