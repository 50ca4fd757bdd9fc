import { expect, test } from 'vitest';
import { describePack } from '../../../app/packs/pack-status-words.ts';
import { packStrings as words } from '../../../app/packs/packs-words.ts';
import { packView } from '../../support/samples/packs.ts';

const known = { isOnline: true, hasLooked: true };

test('the text says whether the size is being looked up, unknown or known', () => {
  const unsized = packView({ bytes: null, files: null });
  expect(describePack(undefined, { ...known, hasLooked: false }).facts).toBe(words.looking);
  expect(describePack(unsized, known).facts).toBe(words.sizeUnknown);
  expect(describePack(packView(), known).facts).toBe('28\u00a0fichiers');
  expect(describePack(packView({ isWhole: true }), known).facts).toBe('6,4\u00a0Mo · 28\u00a0fichiers');
});

test('a pack that the browser deleted is reported as such, with a remedy', () => {
  const { title, hint, sign } = describePack(packView({ isLost: true }), known);
  expect([sign, title, hint]).toEqual(['bad', words.status.lost, words.lostHint]);
});

test('a waiting download says whether it waits for the network', () => {
  const waiting = packView({ phase: 'waiting' });
  expect(describePack(waiting, known).title).toBe(words.status.waiting);
  expect(describePack(waiting, { ...known, isOnline: false }).title).toBe(words.status.waitingForNetwork);
  expect(describePack({ ...waiting, failure: 'offline' }, known).title).toBe(words.status.waitingForNetwork);
});

test('a download is a map, its update or its repair; only a whole pack stays usable meanwhile', () => {
  const running = packView({ phase: 'downloading' });
  const seen = [running, { ...running, isWhole: true }, { ...running, isWhole: true, isDamaged: true }].map((view) => {
    const { title, hint } = describePack(view, known);
    return [title, hint];
  });
  expect(seen).toEqual([
    [words.status.downloading, null],
    [words.status.updating, words.updatingHint],
    [words.status.repairing, null],
  ]);
});
