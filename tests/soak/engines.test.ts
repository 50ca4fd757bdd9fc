import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';
import { ENGINES } from '../support/engines/engine.ts';
import { CONTRIBUTOR_STEPS, LOGOUT_STEP } from '../wide/engines/contributor-steps.ts';
import { testSteps } from '../wide/engines/test-steps.ts';
import { WALKER_STEPS } from '../wide/engines/walker-steps.ts';

const STEPS = { ...WALKER_STEPS, ...CONTRIBUTOR_STEPS, ...LOGOUT_STEP };
const DOCUMENT = join(projectRoot(), 'docs/reference/engines.md');
const [BEGIN, END] = ['<!-- table -->', '<!-- end of table -->'];

/** Result of each step, by version of the engine. */
const results = new Map<string, Map<string, string>>();

const oneByOne = Object.fromEntries(Object.entries(STEPS).map(([step, run]) => [step, { [step]: run }]));
for (const name of ENGINES) {
  testSteps(name, oneByOne, {
    onStep: ({ version }, step, result) => {
      results.set(version, (results.get(version) ?? new Map()).set(step, result));
    },
  });
}

afterAll(() => {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const columns = [...results.values()];
  const table = [
    row(['step', ...results.keys()]),
    row(['---', ...columns.map(() => '---')]),
    ...Object.keys(STEPS).map((step) => row([step, ...columns.map((column) => column.get(step) ?? 'not run')])),
  ].join('\n');
  console.log(table);
  const cells = columns.reduce((sum, { size }) => sum + size, 0);
  // The document keeps its table unless all steps were run.
  if (cells < ENGINES.length * Object.keys(STEPS).length) return;
  const text = readFileSync(DOCUMENT, 'utf8');
  const [head, tail] = [text.slice(0, text.indexOf(BEGIN)), text.slice(text.indexOf(END))];
  writeFileSync(DOCUMENT, `${head}${BEGIN}\n\n${table}\n\n${tail}`);
});
