import { expect, test } from 'vitest';
import { onFirstTap, onHidden, onOnline, onVisible } from '../../../../app/platform/page/page-events.ts';
import { Scope } from '../../../../app/platform/scope.ts';

test('a page that leaves is told, until nobody listens any more', () => {
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

test('a network that is there again is told, until nobody listens any more', () => {
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

test('the first tap or key is told, and no other', () => {
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

test('a page that comes back into sight is told', () => {
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
