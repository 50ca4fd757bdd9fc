import { afterEach, expect, it } from 'vitest';
import { announceDrop } from '../../../../app/features/drops/announce-drop.ts';
import { settleAll, settleDrop } from '../../../../app/state/drops/outbox-settled.ts';
import { dismissNotice, holdNotices, notices, showNotice } from '../../../../app/state/page/notices.ts';
import { strings } from '../../../../app/words/strings.ts';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';

afterEach(() => {
  holdNotices(false);
  settleAll();
  notices.shown = [];
});

const texts = () => notices.shown.map(({ text }) => text);

async function send(id: string): Promise<void> {
  settleDrop(id, 7 as PlaceId);
  announceDrop(id);
  await Promise.resolve();
}

it('says once that drops are in place, however many come through, and leaves other words alone', async () => {
  showNotice('Lien révoqué.');
  await send('first');
  await send('second');
  expect(texts()).toEqual(['Lien révoqué.', strings.record.saved]);
});

it('says it anew after the word was taken away', async () => {
  await send('first');
  for (const { id } of notices.shown) dismissNotice(id);
  await send('second');
  expect(texts()).toEqual([strings.record.saved]);
});

it('leaves the word that somebody is at, and says the next one beside it', async () => {
  await send('first');
  holdNotices(true);
  await send('second');
  expect(texts()).toEqual([strings.record.saved, strings.record.saved]);
});
