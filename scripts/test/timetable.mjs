import { BUDGET_S } from './budget.mjs';

/**
 * The duration of a stage of a run.
 * @typedef {{ name: string, ms: number }} StageTime
 */

/** A part is marked only if it clearly exceeds its budget: the same work varies by a few per cent. */
const TOLERANCE = 1.1;

/** Number of slowest files to name. */
const SLOWEST = 20;

/**
 * Lists the time of every stage, their sum, and the slowest test files.
 *
 * @param {readonly StageTime[]} stages
 * @param {readonly import('./run-report.mjs').FileTime[]} files
 * @returns {string[]} lines of text
 */
export function timetable(stages, files) {
  const all = stages.reduce((sum, { ms }) => sum + ms, 0);
  const slowest = [...files].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  return [
    ...[...stages, { name: 'all', ms: all }].map(({ name, ms }) => `${minutes(ms).padStart(8)}  ${name}`),
    ...(slowest.length === 0 ? [] : ['', 'The slowest files:']),
    ...slowest.map(({ project, path, ms }) => `${seconds(ms).padStart(8)}  ${project}  ${path}`),
  ];
}

/**
 * Lists the processor seconds of each part beside its budget, and marks those over it.
 *
 * @param {readonly import('./tally.mjs').Usage[]} usages
 * @param {Readonly<Record<string, number>>} [budgetS] by part; one without a budget is only listed
 * @returns {string[]} lines of text
 */
export function usageTable(usages, budgetS = BUDGET_S) {
  const rows = usages.map(({ name, processorS }) => {
    const used = processorS === null ? '?' : Math.round(processorS);
    const allowed = budgetS[name];
    const isOver = processorS !== null && allowed !== undefined && processorS > allowed * TOLERANCE;
    return `${String(used).padStart(8)}  ${name}${allowed === undefined ? '' : ` of ${allowed}`}${isOver ? '  OVER ITS BUDGET' : ''}`;
  });
  const sum = usages.reduce((all, { processorS }) => all + (processorS ?? 0), 0);
  return [
    'Processor seconds, of a budget (scripts/test/budget.mjs):',
    ...rows,
    `${String(Math.round(sum)).padStart(8)}  all`,
  ];
}

/** @param {number} ms */
function minutes(ms) {
  const wholeS = Math.round(ms / 1000);
  return `${Math.floor(wholeS / 60)}:${String(wholeS % 60).padStart(2, '0')}`;
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
