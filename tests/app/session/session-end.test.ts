import { expect, it } from 'vitest';
import { myDrops } from '../../../app/drops/my-drops.ts';
import { bundles } from '../../../app/parcours/bundles.ts';
import { invitations } from '../../../app/parcours/invite/invitations.ts';
import { members } from '../../../app/parcours/members/members.ts';
import { beginEdit, parcoursEdits } from '../../../app/parcours/parcours-edit.ts';
import { places } from '../../../app/places/places.ts';
import {
  clearSessionData,
  finishBeforeLogout,
  forgetAtSessionEnd,
  sendPendingWork,
} from '../../../app/session/session-end.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';

it('runs all registered functions, each at its own time', () => {
  const told: string[] = [];
  forgetAtSessionEnd(() => told.push('places forgotten'));
  forgetAtSessionEnd(() => told.push('drops forgotten'));
  finishBeforeLogout(async () => told.push('deletions begun'));
  void sendPendingWork();
  expect(told).toEqual(['deletions begun']);
  clearSessionData();
  expect(told).toEqual(['deletions begun', 'places forgotten', 'drops forgotten']);
});

it('leaves no data that one person has loaded', () => {
  places.parcoursIds = [ParcoursId.parse(1)];
  Object.assign(myDrops, { status: 'ready' });
  Object.assign(members, { parcoursId: ParcoursId.parse(1) });
  Object.assign(invitations, { parcoursId: ParcoursId.parse(1) });
  Object.assign(bundles, { status: 'ready' });
  beginEdit({ id: ParcoursId.parse(1), name: 'Le quai', description: '', image_url: null });
  clearSessionData();
  expect(places.parcoursIds).toEqual([]);
  expect([myDrops.status, bundles.status]).toEqual(['idle', 'idle']);
  expect([members.parcoursId, invitations.parcoursId]).toEqual([null, null]);
  expect(Object.keys(parcoursEdits.byMap)).toEqual([]);
});
