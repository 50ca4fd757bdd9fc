import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Scope } from '../../../../app/platform/scope.ts';
import { afterNotice, holdNotices, NOTICE_MS } from '../../../../app/state/page/notice-queue.ts';

let scope: Scope;
beforeEach(() => {
  scope = new Scope();
  vi.useFakeTimers();
});
afterEach(() => {
  scope.dispose();
  holdNotices(false);
  vi.useRealTimers();
});

it('is over when its time is', () => {
  const task = vi.fn();
  afterNotice(scope, task);
  vi.advanceTimersByTime(NOTICE_MS - 1);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledOnce();
});

it('stands still while somebody is at the messages, and goes on with what was left', () => {
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

it('leaves time to look back once, however late the person turned to it', () => {
  const task = vi.fn();
  afterNotice(scope, task);
  vi.advanceTimersByTime(NOTICE_MS - 1);
  holdNotices(true);
  holdNotices(false);
  vi.advanceTimersByTime(1000);
  expect(task).not.toHaveBeenCalled();
});

it('waits from the start where it begins while the messages are held', () => {
  const task = vi.fn();
  holdNotices(true);
  afterNotice(scope, task);
  vi.advanceTimersByTime(2 * NOTICE_MS);
  expect(task).not.toHaveBeenCalled();
  holdNotices(false);
  vi.advanceTimersByTime(NOTICE_MS);
  expect(task).toHaveBeenCalledOnce();
});

it('is never over where its scope ended first, held or not', () => {
  const task = vi.fn();
  afterNotice(scope, task);
  holdNotices(true);
  scope.dispose();
  holdNotices(false);
  vi.advanceTimersByTime(2 * NOTICE_MS);
  expect(task).not.toHaveBeenCalled();
});
