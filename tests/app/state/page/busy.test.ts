import { expect, it } from 'vitest';
import { busy, holdPage, isBusy } from '../../../../app/state/page/busy.ts';

it('the page is held until the last piece of work has let go of it, each of them once', () => {
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
