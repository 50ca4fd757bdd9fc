import { ref } from 'valtio';
import { afterEach, expect, it, vi } from 'vitest';
import { endWelcome, greet } from '../../../app/parcours/invite/welcome.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { session } from '../../../app/session/session.ts';
import { runServices } from '../../../app/shell/services.ts';
import { endWalk } from '../../../app/walk/listening.ts';
import { beginListening } from '../../../app/walk/nearby/from-here.ts';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { receivePositions, restorePositions } from '../../support/page/position-receiver.ts';

const guest = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'guest' as const, picture: null };

afterEach(() => {
  restorePositions();
  session.user = null;
  forgetSession();
});

it('follow the maps chosen in another tab, even if this tab is on a screen without a map', () => {
  answerCalls({});
  runServices({ titles: { untitled: 'Untitled', album: 'Drop ici' }, onStoryGone: () => {} });
  session.user = guest;
  localStorage.setItem('selectedParcours', '[9]');
  window.dispatchEvent(new StorageEvent('storage', { key: 'selectedParcours' }));
  expect(parcours.selectedIds).toEqual([9]);
  session.user = null;
  localStorage.setItem('selectedParcours', '[4]');
  session.user = guest;
  expect(parcours.selectedIds).toEqual([4]);
});

it('request the position when a welcome ends with listening, and not otherwise', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const permission = Object.assign(new EventTarget(), { state: 'prompt' }) as PermissionStatus;
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue(permission);
  const receiver = receivePositions();
  answerCalls({});
  runServices({ titles: { untitled: 'Untitled', album: 'Drop ici' }, onStoryGone: () => {} });
  session.user = guest;
  const parcoursId = ParcoursId.parse(7);
  const quay = { id: parcoursId, name: 'Le quai', description: '', image_url: null, users: [], user_count: 1 };
  parcours.list = ref([{ ...quay, privilege: 'guest' }]);
  greet(parcoursId, true);
  await vi.advanceTimersByTimeAsync(100);
  endWelcome();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(receiver.asked).toEqual([]);
  greet(parcoursId, true);
  beginListening();
  endWelcome();
  expect(receiver.asked).toHaveLength(1);
  endWalk();
});
