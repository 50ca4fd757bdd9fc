import { expect, test } from 'vitest';
import { onFirstTap, onHidden, onOnline, onVisible } from '../../../../app/platform/page/page-events.ts';
import { Scope } from '../../../../app/platform/scope.ts';

test('leaving the page is reported until the scope is disposed', () => {
  const scope = new Scope();
  let told = 0;
  onHidden(scope, () => {
    told++;
  });
  // It is in sight while it is tested.
  document.dispatchEvent(new Event('visibilitychange'));
  expect(told).toBe(0);
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(told).toBe(1);
  scope.dispose();
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(told).toBe(1);
});

test('going online is reported until the scope is disposed', () => {
  const scope = new Scope();
  let told = 0;
  onOnline(scope, () => {
    told++;
  });
  window.dispatchEvent(new Event('online'));
  scope.dispose();
  window.dispatchEvent(new Event('online'));
  expect(told).toBe(1);
});

test('the first tap or key press is reported, and no other', () => {
  const scope = new Scope();
  let told = 0;
  const count = (): void => {
    told++;
  };
  onFirstTap(scope, count);
  document.dispatchEvent(new PointerEvent('pointerup'));
  document.dispatchEvent(new KeyboardEvent('keydown'));
  expect(told).toBe(1);
  onFirstTap(scope, count);
  scope.dispose();
  document.dispatchEvent(new PointerEvent('pointerup'));
  expect(told).toBe(1);
});

test('a page that becomes visible is reported', () => {
  const scope = new Scope();
  let told = 0;
  onVisible(scope, () => {
    told++;
  });
  document.dispatchEvent(new Event('visibilitychange'));
  scope.dispose();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(told).toBe(1);
});
