import { describe, expect, it, test } from 'vitest';
import { problemOfThrown, retryDelayMs, statusOfFailure, statusOfFix } from '../../../app/position/location-status.ts';

test('a fix is active up to 100 m of accuracy, and of low accuracy beyond', () => {
  expect([5, 100, 100.1, 2000].map(statusOfFix)).toEqual(['active', 'active', 'low_accuracy', 'low_accuracy']);
});

describe('the status after a failure', () => {
  it('is denied after a denial, whatever the previous status', () => {
    expect(statusOfFailure('active', 'denied', 0)).toBe('denied');
    expect(statusOfFailure('requesting', 'denied', null)).toBe('denied');
  });

  it('is an error without a position', () => {
    expect(statusOfFailure('requesting', 'timeout', null)).toBe('error');
    expect(statusOfFailure('requesting', 'position-unavailable', null)).toBe('error');
    expect(statusOfFailure('denied', 'unknown', null)).toBe('error');
  });

  it('is unchanged after a time-out within 15 s of a fix', () => {
    expect(statusOfFailure('active', 'timeout', 15_000)).toBe('active');
    expect(statusOfFailure('low_accuracy', 'timeout', 15_000)).toBe('low_accuracy');
    expect(statusOfFailure('requesting', 'timeout', 15_000)).toBe('requesting');
  });

  it('is searching after a time-out, for as long as it takes, if there was a position', () => {
    expect(statusOfFailure('active', 'timeout', 15_001)).toBe('requesting');
    expect(statusOfFailure('requesting', 'timeout', 3_600_000)).toBe('requesting');
  });

  it('is searching for a minute if the signal was lost otherwise', () => {
    expect(statusOfFailure('active', 'position-unavailable', 0)).toBe('requesting');
    expect(statusOfFailure('requesting', 'position-unavailable', 60_000)).toBe('requesting');
    expect(statusOfFailure('requesting', 'position-unavailable', 60_001)).toBe('error');
  });
});

test('another attempt follows after 2 s, then after twice as long each time, up to 30 s', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map(retryDelayMs)).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test('a browser that could not be asked is quoted, unless it gave no message', () => {
  expect(problemOfThrown(new TypeError('Illegal invocation'))).toEqual({ said: 'Illegal invocation' });
  expect(problemOfThrown('blocked')).toEqual({ said: 'blocked' });
  expect(problemOfThrown(new Error(''))).toBeNull();
  expect(problemOfThrown(undefined)).toBeNull();
});
