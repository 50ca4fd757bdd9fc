import { expect, it } from 'vitest';
import { type PaneId, paneBeside, readPaneId } from '../../../app/shell/panes.ts';

it.each([
  ['1', 'left', '2'],
  ['1', 'right', '0'],
  ['0', 'left', '1'],
  ['2', 'right', '1'],
  ['2', 'left', '2'],
  ['0', 'right', '0'],
] as const)('from pane %s a swipe to the %s leads to %s', (pane: PaneId, way, next) => {
  expect(paneBeside(pane, way)).toBe(next);
});

it('treats an invalid pane as the map', () => {
  expect([readPaneId('2'), readPaneId('7')]).toEqual(['2', '1']);
});
