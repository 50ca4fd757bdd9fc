import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DeletedList } from '../../../app/moderation/deleted/deleted-list.tsx';
import { deletedStrings } from '../../../app/moderation/deleted/deleted-words.ts';
import { MessageList } from '../../../app/moderation/messages/message-list.tsx';
import { messageStrings } from '../../../app/moderation/messages/messages-words.ts';
import { messages } from '../../../app/moderation/messages/moderation-messages.ts';
import { QueueScreen } from '../../../app/moderation/queue/queue-screen.tsx';
import { queueStrings } from '../../../app/moderation/queue/queue-words.ts';
import { ReportStory } from '../../../app/moderation/report/report-sheet.tsx';
import { reportReasons, reportStrings } from '../../../app/moderation/report/report-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { Page } from '../../../app/ui/page.tsx';
import type { Deleted } from '../../../contracts/deleted.ts';
import type { Message, ModeratedItem, ModerationQueue, OpenedParcours } from '../../../contracts/moderation.ts';
import {
  MeasureId,
  ParcoursId,
  PlaceId,
  ReportId,
  type Role,
  UserId,
  VISITORS_FROM,
} from '../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { setUpRolePage } from '../../support/page/role-page.tsx';

const showTo = setUpRolePage();
const parcoursId = ParcoursId.parse(7);
const placeId = PlaceId.parse(3);
const WHEN = '2026-11-21T19:17:00.000Z';
const ana = { id: UserId.parse(4), name: 'Ana', email: 'ana@example.org', role: 'user' as const, isSuspended: false };
const media = { link: '/v1/media/story.wav', length: 3, peaks: null, rendition: null, loudness: null };

const reported: ModeratedItem = {
  ...{ thing: { kind: 'place', id: placeId }, name: 'Le pont', map: { id: parcoursId, name: 'Les quais' } },
  ...{ description: '', author: ana, state: 'shown', media, told: [], reportedAs: [] },
  reports: [
    { id: ReportId.parse(1), reason: 'hate', words: 'Des insultes.', madeAt: WHEN, reporter: 'Louis', outside: null },
  ],
  measures: [
    {
      ...{ id: MeasureId.parse(2), kind: 'hide', words: 'Insultes à 0:30', takenAt: WHEN, by: 'Zoé' },
      ...{ answer: 'C’est du théâtre.', answeredAt: WHEN, isAnswerOpen: true },
    },
  ],
};
const wholeMap: ModeratedItem = {
  ...{ ...reported, thing: { kind: 'map', id: parcoursId }, name: 'Les quais', description: 'Le long de l’eau' },
  ...{ media: null, measures: [] },
};
const queue: ModerationQueue = {
  things: [
    reported,
    wholeMap,
    {
      ...reported,
      thing: { kind: 'place', id: PlaceId.parse(5) },
      name: 'La grue',
      state: 'hidden',
      reports: [],
      measures: [],
    },
  ],
  openCount: 2,
  suspended: [{ ...ana, id: UserId.parse(9), name: 'Sacha', isSuspended: true, suspendedAt: WHEN }],
};
const opened: OpenedParcours = {
  ...{ id: parcoursId, name: 'Les quais', description: 'Le long de l’eau', state: 'shown', author: ana },
  places: [
    {
      ...{ id: placeId, appelation: 'Le pont', type: 'la', map: { id: parcoursId }, userId: ana.id },
      ...{ feature: { type: 'Point', coordinates: [2.34, 48.85] }, media: { data: media } },
    },
  ],
};
const message: Message = {
  ...{ id: MeasureId.parse(2), kind: 'hide', name: 'Le pont', placeId, mapId: null, words: 'Insultes à 0:30' },
  ...{ takenAt: WHEN, isNew: true, mayAnswer: true, answer: null },
};
const deletion = { deletedAt: WHEN, endsAt: '2026-12-21T19:17:00.000Z' };
const deleted: Deleted = {
  places: [
    {
      id: PlaceId.parse(11),
      name: 'La grue',
      map: { id: parcoursId, name: 'Les quais' },
      isOwn: true,
      mayRestore: true,
      ...deletion,
    },
    {
      id: PlaceId.parse(12),
      name: 'La dalle',
      map: { id: parcoursId, name: 'Les quais' },
      isOwn: true,
      mayRestore: false,
      ...deletion,
    },
  ],
  maps: [{ id: ParcoursId.parse(8), name: 'Le marché', ...deletion }],
};

function show(role: Role, content: ReactNode): void {
  showTo({ id: UserId.parse(2), name: 'Zoé', email: 'zoe@example.org', role, picture: null }, content);
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

describe('what moderation shows has no fault in either look, at any size', () => {
  it('where a story is reported', async () => {
    showTo(
      { id: UserId.parse(VISITORS_FROM), name: '', email: '', role: 'guest', picture: null },
      <Page title="Le quai">
        <ReportStory place={{ id: placeId, appelation: 'Le pont', userId: ana.id }} />
      </Page>,
    );
    await press(reportStrings.place('Le pont'));
    const sheet = page.getByRole('dialog', { name: reportStrings.place('Le pont') });
    await sheet.getByRole('button', { name: reportStrings.send }).click();
    await expect.element(sheet.getByRole('alert')).toHaveTextContent(reportStrings.missing);
    const [width, height] = [innerWidth, innerHeight];
    await page.viewport(320, 480);
    await sheet.getByRole('radio', { name: reportReasons.other.label }).click();
    const send = sheet.getByRole('button', { name: reportStrings.send });
    await expect.poll(() => send.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(480);
    await page.viewport(width, height);
    await sheet.getByLabelText(reportStrings.words).fill('Des insultes.');
    // A visitor without an account.
    const email = sheet.getByLabelText(reportStrings.email.label);
    await email.fill('lea@example');
    const calls = answerCalls({ 'POST /v1/moderation/reports': refusal('too_many', 422) });
    await send.click();
    await expect.element(sheet.getByText(reportStrings.failed(reportStrings.email.fault))).toBeVisible();
    await expect.element(email).toHaveAttribute('aria-invalid', 'true');
    await email.fill(' lea@example.org');
    await send.click();
    await expect.element(sheet.getByText(reportStrings.failed(reportStrings.tooMany))).toBeVisible();
    expect(calls).toMatchObject([{ body: { answerTo: 'lea@example.org' } }]);
    expect(await screenFaultsHere()).toEqual([]);
  });

  it('in the queue, a whole map opened from it, and the question before a measure', async () => {
    answerCalls({
      'GET /v1/moderation/queue': { ...queue, openCount: 5 },
      'GET /v1/moderation/maps/7': opened,
    });
    show('admin', <QueueScreen />);
    await expect.element(page.getByText('Des insultes.').first()).toBeVisible();
    await expect.element(page.getByText(queueStrings.unlisted(3))).toBeVisible();
    await expect.element(page.getByRole('heading', { name: queueStrings.decided })).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: queueStrings.actOn(queueStrings.acts.unsuspend, 'Sacha') }))
      .toBeVisible();
    expect(await screenFaultsHere()).toEqual([]);

    await press(queueStrings.actOn(queueStrings.acts.hide, 'Le pont'));
    await page.getByRole('dialog').getByLabelText(queueStrings.words).fill('Insultes à 0:30');
    expect(await screenFaultsHere()).toEqual([]);
    await press(strings.app.close);

    await press(queueStrings.more('Les quais'));
    await page.getByRole('menuitem', { name: queueStrings.openMap }).click();
    await expect.element(page.getByRole('dialog').getByLabelText(queueStrings.listen('Le pont'))).toBeVisible();
    expect(await screenFaultsHere()).toEqual([]);
  });

  it('to the author of a hidden story, and to whom something was deleted', async () => {
    let listed = (_: object): void => {};
    const early = answerCalls({ 'GET /v1/moderation/messages': () => new Promise((resolve) => (listed = resolve)) });
    show('user', <MessageList />);
    await expect.poll(() => early.length).toBe(1);
    show('user', <p>Ailleurs</p>);
    await expect.element(page.getByText('Ailleurs')).toBeVisible();
    listed({ messages: [message] });
    await expect.poll(() => messages.list.length).toBe(1);
    const heard = answerCalls({
      'GET /v1/moderation/messages': { messages: [message] },
      'GET /v1/deleted': deleted,
    });
    show(
      'user',
      <Page title="Mes Drops">
        <MessageList />
        <DeletedList kind="places" version={0} />
      </Page>,
    );
    await expect.element(page.getByText('Insultes à 0:30')).toBeVisible();
    await expect.element(page.getByRole('button', { name: messageStrings.answerTo('Le pont') })).toBeVisible();
    await expect.element(page.getByRole('button', { name: deletedStrings.restoreOne('La grue') })).toBeVisible();
    expect(await screenFaultsHere()).toEqual([]);
    expect(messages.list).toMatchObject([{ isNew: true }]);
    show(
      'user',
      <Page title="Mes parcours">
        <DeletedList kind="maps" version={0} />
      </Page>,
    );
    await expect.element(page.getByRole('button', { name: deletedStrings.restoreOne('Le marché') })).toBeVisible();
    // It was read, once it was shown.
    const noted = 'POST /v1/moderation/messages';
    expect([early, heard].map((calls) => calls.filter(({ call }) => call === noted).length)).toEqual([0, 1]);
    expect(messages.list).toMatchObject([{ isNew: false }]);
    expect(await screenFaultsHere()).toEqual([]);
  });
});
