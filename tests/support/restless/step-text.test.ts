import { expect, it } from 'vitest';
import { readSteps, writeStep } from './step-text.ts';

it('reads the steps that a failure prints', () => {
  const steps = [
    { action: 'take the drawing tools', on: '' },
    { action: 'tap', on: "button Économie d'énergie #2" },
    { action: 'tap the map', on: '0.5,0.35' },
  ];
  expect(readSteps(`chromium, seed 1: An error\n${steps.map(writeStep).join('\n')}\n`)).toEqual(steps);
});
