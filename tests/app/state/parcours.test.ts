import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Scope } from '../../../app/platform/scope.ts';
import { forgetParcours, parcours, startParcours } from '../../../app/state/parcours.ts';
import { answerCalls } from '../../support/answers.ts';
import { type PageEvents, stubPage } from '../../support/page-events.ts';

const LIST = 'GET /v1/map/maps-for-user';

let scope: Scope;
let page: PageEvents;
beforeEach(() => {
  scope = new Scope();
  page = stubPage();
});
afterEach(() => {
  scope.dispose();
  forgetParcours();
  vi.unstubAllGlobals();
});

test.each<[string, () => void]>([
  ['there is a network again', () => page.comeOnline()],
  ['the page comes back into sight', () => page.comeBack()],
])('a list that could not be loaded is loaded when %s, and not once more', async (_, happen) => {
  answerCalls({});
  startParcours(scope);
  await expect.poll(() => parcours.status).toBe('failed');
  const heard = answerCalls({ [LIST]: [] });
  happen();
  await expect.poll(() => parcours.status).toBe('ready');
  happen();
  expect(heard.map(({ call }) => call)).toEqual([LIST]);
});
