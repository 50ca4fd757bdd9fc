import { expect, test } from 'vitest';
import { statusOfFailure, statusOfFix } from '../../../app/state/location-status.ts';

test('a fix is active up to 100 m of accuracy, and of low accuracy beyond', () => {
  expect([5, 100, 100.1, 2000].map(statusOfFix)).toEqual(['active', 'active', 'low_accuracy', 'low_accuracy']);
});

test('a denial is a denial, whatever there was before', () => {
  expect(statusOfFailure('active', 'denied')).toBe('denied');
  expect(statusOfFailure('requesting', 'denied')).toBe('denied');
});

test('without a position any other failure is an error', () => {
  expect(statusOfFailure('requesting', 'timeout')).toBe('error');
  expect(statusOfFailure('requesting', 'position-unavailable')).toBe('error');
  expect(statusOfFailure('denied', 'unknown')).toBe('error');
});

test('a position that is known outlives a passing failure', () => {
  expect(statusOfFailure('active', 'timeout')).toBe('active');
  expect(statusOfFailure('low_accuracy', 'position-unavailable')).toBe('low_accuracy');
});
