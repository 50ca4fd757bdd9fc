import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterNotice, holdNotices, NOTICE_MS, notices, showNotice } from '../../../app/page/notice-queue.ts';
import { Scope } from '../../../app/platform/scope.ts';

let scope: Scope;
beforeEach(() => {
  scope = new Scope();
  vi.useFakeTimers();
});
afterEach(() => {
  scope.dispose();
  holdNotices(false);
});

it('says the same once, unless each offers something of its own', () => {
  showNotice('Lien copié');
  showNotice('Lien copié');
  expect(notices.shown.map(({ text }) => text)).toEqual(['Lien copié']);
  const action = { label: 'Annuler', run: vi.fn() };
  for (let nth = 0; nth < 2; nth++) showNotice('« drop » est supprimé.', { action });
  expect(notices.shown).toHaveLength(3);
  notices.shown = [];
});

it('ends after its time', () => {
  const task = vi.fn();
  afterNotice(scope, task);
  vi.advanceTimersByTime(NOTICE_MS - 1);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledOnce();
});

it('is paused while notices are held, and continues with the remaining time', () => {
  const task = vi.fn();
  afterNotice(scope, task);
  vi.advanceTimersByTime(1000);
  holdNotices(true);
  vi.advanceTimersByTime(10 * NOTICE_MS);
  holdNotices(false);
  vi.advanceTimersByTime(NOTICE_MS - 1001);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledOnce();
});

it('leaves time for another look, however late notices were held', () => {
  const task = vi.fn();
  afterNotice(scope, task);
  vi.advanceTimersByTime(NOTICE_MS - 1);
  holdNotices(true);
  holdNotices(false);
  vi.advanceTimersByTime(1000);
  expect(task).not.toHaveBeenCalled();
});

it('starts with its full time if it begins while notices are held', () => {
  const task = vi.fn();
  holdNotices(true);
  afterNotice(scope, task);
  vi.advanceTimersByTime(2 * NOTICE_MS);
  expect(task).not.toHaveBeenCalled();
  holdNotices(false);
  vi.advanceTimersByTime(NOTICE_MS);
  expect(task).toHaveBeenCalledOnce();
});

it('never ends if its scope is disposed first, held or not', () => {
  const task = vi.fn();
  afterNotice(scope, task);
  holdNotices(true);
  scope.dispose();
  holdNotices(false);
  vi.advanceTimersByTime(2 * NOTICE_MS);
  expect(task).not.toHaveBeenCalled();
});
