import { expect, it } from 'vitest';
import {
  finishBeforeLogout,
  finishSessionWork,
  forgetAtSessionEnd,
  forgetSessionWork,
} from '../../../app/state/session-end.ts';

it('forgets and finishes all that asked for it, each at its own time', () => {
  const told: string[] = [];
  forgetAtSessionEnd(() => told.push('places forgotten'));
  forgetAtSessionEnd(() => told.push('drops forgotten'));
  finishBeforeLogout(() => told.push('deletions begun'));
  finishSessionWork();
  expect(told).toEqual(['deletions begun']);
  forgetSessionWork();
  expect(told).toEqual(['deletions begun', 'places forgotten', 'drops forgotten']);
});
