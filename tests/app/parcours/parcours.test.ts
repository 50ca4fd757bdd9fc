import { afterEach, beforeEach, expect, test } from 'vitest';
import { followSelection, parcours } from '../../../app/parcours/parcours.ts';
import { startParcours } from '../../../app/parcours/parcours-list.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { clearSessionData } from '../../../app/session/session-end.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { type PageEvents, stubPage } from '../../support/page/page-events.ts';

const LIST = 'GET /v1/map/maps-for-user';

let scope: Scope;
let page: PageEvents;
beforeEach(() => {
  scope = new Scope();
  page = stubPage();
});
afterEach(() => {
  scope.dispose();
  forgetSession();
});

test.each<[string, () => void]>([
  ['there is a network again', () => page.comeOnline()],
  ['the page becomes visible again', () => page.comeBack()],
])('a list that failed to load is loaded once when %s', async (_, happen) => {
  answerCalls({});
  startParcours(scope);
  await expect.poll(() => parcours.status).toBe('failed');
  const heard = answerCalls({ [LIST]: [] });
  happen();
  await expect.poll(() => parcours.status).toBe('ready');
  happen();
  expect(heard.map(({ call }) => call)).toEqual([LIST]);
});

test('another tab’s stored selection is adopted', () => {
  followSelection(scope);
  storage.write('selectedParcours', [ParcoursId.parse(9)]);
  page.storeElsewhere('selectedParcours');
  expect(parcours.selectedIds).toEqual([9]);
});

test('the end of a session clears the list, and uses the stored selection', async () => {
  answerCalls({ [LIST]: [] });
  startParcours(scope);
  await expect.poll(() => parcours.status).toBe('ready');
  storage.write('selectedParcours', [ParcoursId.parse(9)]);
  clearSessionData();
  expect(parcours).toMatchObject({ status: 'idle', list: [], selectedIds: [9] });
});
