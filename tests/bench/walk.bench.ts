import type { Verdict } from '../support/walk-simulator/judge.ts';
import { rawRule, steadyRule, unsteadyRule } from '../support/walk-simulator/rules.ts';
import {
  DENSITIES,
  listWalks,
  meanDelayMs,
  meanDelaysOfBothMs,
  SIGMAS_M,
  simulate,
  sumVerdicts,
  type Walk,
} from '../support/walk-simulator/simulate.ts';
import { printTable } from './measure.ts';

/** The rules' constants were chosen on lower seeds; on these walks nobody has ever looked at a figure to change one. */
const FIRST_SEED = 301;
const SEEDS = 40;

const HEAD = [
  'noise or walks',
  'rule',
  'visited',
  'missed',
  'wrong starts',
  'restarts',
  'cut',
  'delay s',
  'delay s (both)',
  'starts',
  'again',
  'unfinished',
  'untold',
];

const RULES = { 'raw nearest': rawRule, 'decisions, unsteadied': unsteadyRule, 'steady walk': steadyRule };

const walks = listWalks(Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index));
const results = walks.map((walk) => ({ walk, verdicts: simulate(walk, RULES) }));

printTable(`Steady walk: ${walks.length} walks, seeds ${FIRST_SEED} to ${FIRST_SEED + SEEDS - 1}`, [
  HEAD,
  ...SIGMAS_M.flatMap((sigmaM) => rows(`${sigmaM} m`, (walk) => walk.sigmaM === sigmaM)),
  ...rows('all', () => true),
]);
printTable('The same walks by how close the places stand', [
  HEAD,
  ...rows('sparse', ({ density }) => density === 'sparse'),
  ...rows('dense', ({ density }) => density === 'dense'),
  ...SIGMAS_M.flatMap((sigmaM) =>
    DENSITIES.flatMap((density) =>
      rows(`${sigmaM} m, ${density}`, (walk) => walk.sigmaM === sigmaM && walk.density === density),
    ),
  ),
]);
printTable('The same walks by the time between two fixes', [
  HEAD,
  ...rows('1 s', ({ periodMs }) => periodMs === 1000),
  ...rows('2 s', ({ periodMs }) => periodMs === 2000),
  ...rows('5 s', ({ periodMs }) => periodMs === 5000),
]);

function rows(title: string, belongs: (walk: Walk) => boolean): string[][] {
  const chosen = results.filter(({ walk }) => belongs(walk));
  const sumOf = (name: keyof typeof RULES): Verdict => sumVerdicts(chosen.map(({ verdicts }) => verdicts[name]));
  const steady = sumOf('steady walk');
  return (Object.keys(RULES) as (keyof typeof RULES)[]).map((name) => toRow(title, name, sumOf(name), steady));
}

function toRow(title: string, name: keyof typeof RULES, verdict: Verdict, steady: Verdict): string[] {
  const { visited, missed, wrong, restarts, cut, starts, again, unfinished, untold } = verdict;
  const [bothMs, steadyMs] = meanDelaysOfBothMs(verdict, steady);
  const both = name === 'steady walk' ? '' : `${(bothMs / 1000).toFixed(1)}, steady ${(steadyMs / 1000).toFixed(1)}`;
  return [
    title,
    name,
    ...[visited, missed, wrong, restarts, cut].map((count) => count.toLocaleString('en')),
    (meanDelayMs(verdict) / 1000).toFixed(1),
    both,
    ...[starts, again, unfinished, untold].map((count) => count.toLocaleString('en')),
  ];
}
