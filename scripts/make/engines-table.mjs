import { readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from '../run.mjs';

/**
 * `node scripts/make/engines-table.mjs`: writes what the last run of each engine found (`npx vitest run --project engines`)
 * into the table of docs/engines.md.
 *
 * @typedef {{ name: string, version: string | null, missing: readonly string[], steps: readonly { step: string, state: string, ms: number }[] }} EngineRun
 */
const DOCUMENT = `${ROOT}docs/engines.md`;
const ENGINES = ['chromium', 'firefox', 'webkit'];

/** @type {EngineRun[]} */
const runs = ENGINES.map((name) => JSON.parse(readFileSync(`${ROOT}.cache/test-results/engines/${name}.json`, 'utf8')));

/** @param {readonly string[]} cells */
const row = (cells) => `| ${cells.join(' | ')} |`;
/** @param {EngineRun} run @param {string} name of a step */
const cell = ({ steps }, name) => {
  const found = steps.find(({ step }) => step === name);
  return found === undefined ? 'not run' : `${found.state}, ${(found.ms / 1000).toFixed(1)} s`;
};
const names = [...new Set(runs.flatMap(({ steps }) => steps.map(({ step }) => step)))];
const lines = [
  row(['step', ...runs.map(({ name, version }) => version ?? name)]),
  row(['---', ...runs.map(() => '---')]),
  ...names.map((name) => row([name, ...runs.map((run) => cell(run, name))])),
];
const [before, after] = ['<!-- table -->', '<!-- end of table -->'];
const text = readFileSync(DOCUMENT, 'utf8');
const [head = '', rest = ''] = text.split(`${before}\n`);
const [, tail = ''] = rest.split(after);
writeFileSync(DOCUMENT, `${head}${before}\n\n${lines.join('\n')}\n\n${after}${tail}`);
console.log(lines.join('\n'));
