/**
 * How long a stage of a run took.
 * @typedef {{ name: string, ms: number }} StageTime
 */

/** How many of the slowest files are named. */
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

/** @param {number} ms */
function minutes(ms) {
  const wholeS = Math.round(ms / 1000);
  return `${Math.floor(wholeS / 60)}:${String(wholeS % 60).padStart(2, '0')}`;
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
