import { afterEach, expect, it, vi } from 'vitest';
import { runServices } from '../../../../app/shell/walk/services.ts';
import { parcours } from '../../../../app/state/maps/parcours.ts';
import { session } from '../../../../app/state/session/session.ts';
import { UserId } from '../../../../contracts/vocabulary.ts';
import { answerCalls } from '../../../support/answers.ts';
import { forgetSession } from '../../../support/forget-session.ts';

const guest = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'guest' as const, picture: null };

afterEach(() => {
  session.user = null;
  forgetSession();
  vi.unstubAllGlobals();
});

it('follow the maps that another tab chooses, also while this tab stays on a screen without a map', () => {
  answerCalls({});
  runServices();
  session.user = guest;
  localStorage.setItem('selectedParcours', '[9]');
  window.dispatchEvent(new StorageEvent('storage', { key: 'selectedParcours' }));
  expect(parcours.selectedIds).toEqual([9]);
  session.user = null;
  localStorage.setItem('selectedParcours', '[4]');
  session.user = guest;
  expect(parcours.selectedIds).toEqual([4]);
});
