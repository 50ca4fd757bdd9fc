import { expect, test } from 'vitest';
import { offlineWords } from '../../../app/page/offline-words.ts';
import { listenStrings } from '../../../app/walk/player-words.ts';
import { describeFailure } from '../../../app/walk/reason-words.ts';

const none = { url: '/v1/media/a.m4a', status: null, statusText: '', isUnplayable: false, isOffline: false };
const here = { isOnline: true, isLost: false };

test.each([
  ['hors ligne is on', { ...none, isOffline: true }, here, offlineWords.storyNotKept],
  ['the server refuses', { ...none, status: 404, statusText: 'Not Found' }, here, listenStrings.refused(404)],
  ['the browser can’t play it', { ...none, isUnplayable: true }, { ...here, isOnline: false }, listenStrings.failed],
  ['the reason is unknown', none, here, listenStrings.failed],
  ['there is no network', none, { isOnline: false, isLost: false }, offlineWords.storyNoNetwork],
  ['there is no network and the pack with it is gone', none, { isOnline: false, isLost: true }, offlineWords.storyLost],
])('a story that can’t be played says why in French: %s', (_, failure, around, words) => {
  expect(describeFailure(failure, around)).toBe(words);
  expect(words).not.toMatch(/fetch|failed/i);
});
