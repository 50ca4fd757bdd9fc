import { expect, test } from 'vitest';
import { onFirstTap, onHidden, onOnline, onVisible } from '../../../../app/platform/page/page-events.ts';
import { Scope } from '../../../../app/platform/scope.ts';

// The page is visible while it is tested.
test.each<[string, typeof onHidden, () => void]>([
  ['leaving the page', onHidden, () => window.dispatchEvent(new PageTransitionEvent('pagehide'))],
  ['becoming visible', onVisible, () => document.dispatchEvent(new Event('visibilitychange'))],
  ['going online', onOnline, () => window.dispatchEvent(new Event('online'))],
])('%s is reported until the scope is disposed', (_, follow, happen) => {
  const scope = new Scope();
  let told = 0;
  follow(scope, () => {
    told += 1;
  });
  happen();
  expect(told).toBe(1);
  scope.dispose();
  happen();
  expect(told).toBe(1);
});

test('a page that becomes visible does not count as left', () => {
  const scope = new Scope();
  let told = 0;
  onHidden(scope, () => {
    told += 1;
  });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(told).toBe(0);
  scope.dispose();
});

test('only the first tap or key press is reported', () => {
  const scope = new Scope();
  let told = 0;
  const count = (): void => {
    told += 1;
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
