import { expect, it } from 'vitest';
import { busy, holdPage, isBusy } from '../../../app/page/busy.ts';

it('the page is busy until all work is released, each once', () => {
  const endUpload = holdPage('upload');
  const endStory = holdPage('story');
  const endOther = holdPage('upload');
  endUpload();
  endUpload();
  expect(busy.works).toEqual(['story', 'upload']);
  endStory();
  expect(isBusy()).toBe(true);
  endOther();
  expect(isBusy()).toBe(false);
});
