import { expect, test } from 'vitest';
import { countPacks, isPackWhole, packShare, packStatus } from '../../../app/packs/pack-status.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { packView } from '../../support/packs.ts';

test.each([
  ['nothing is known', undefined, 'absent'],
  ['its size is known', packView(), 'absent'],
  ['it is whole', packView({ isWhole: true }), 'whole'],
  ['the server has another version', packView({ isWhole: true, hasUpdate: true }), 'outdated'],
  [
    'a file is damaged, whatever the server has',
    packView({ isWhole: true, hasUpdate: true, isDamaged: true }),
    'damaged',
  ],
  ['the browser has deleted it', packView({ isLost: true }), 'lost'],
  ['the browser has deleted its files', packView({ isWhole: true, isLost: true, isDamaged: true }), 'lost'],
  ['it is downloaded again', packView({ isLost: true, phase: 'downloading' }), 'downloading'],
  ['an update is running', packView({ isWhole: true, hasUpdate: true, phase: 'downloading' }), 'downloading'],
  ['an update failed', packView({ isWhole: true, phase: 'failed', failure: 'server' }), 'failed'],
])('a pack’s status when %s', (_, view, status) => {
  expect(packStatus(view)).toBe(status);
});

test('a pack is usable while it is updated, but not once a file is damaged', () => {
  expect(isPackWhole(packView({ isWhole: true, phase: 'downloading' }))).toBe(true);
  expect(isPackWhole(packView({ isWhole: true, isDamaged: true }))).toBe(false);
  expect(isPackWhole(undefined)).toBe(false);
});

test('download progress is by bytes, unknown without a size, and complete for no bytes', () => {
  expect(packShare(packView({ bytes: 8, bytesHere: 2 }))).toBe(0.25);
  expect(packShare(packView({ bytes: null }))).toBeNull();
  expect(packShare(packView({ bytes: 0 }))).toBe(1);
});

test('packs count once a part of them was requested', () => {
  const views = [packView(), packView({ isWhole: true }), packView({ phase: 'paused' })];
  expect(countPacks(Object.fromEntries(views.map((view, index) => [ParcoursId.parse(index + 1), view])))).toBe(2);
});
