import { expect } from 'vitest';

/**
 * Expects that each story that was due started once, in the order of the groups; within a group the order is nobody's.
 *
 * @param started indices of places, in the order in which their stories started; what was not due is left out
 * @param groups indices of the places whose stories were due, as of `expectedGroups`
 */
export function expectToldInOrder(started: readonly number[], groups: readonly (readonly number[])[]): void {
  const due = new Set(groups.flat());
  const told = started.filter((place) => due.has(place));
  const sorted = (group: readonly number[]): number[] => [...group].sort((a, b) => a - b);
  let at = 0;
  const toldGroups = groups.map(({ length }) => {
    at += length;
    return sorted(told.slice(at - length, at));
  });
  expect(toldGroups).toEqual(groups.map(sorted));
  expect(told).toHaveLength(due.size);
}
