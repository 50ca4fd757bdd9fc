import { readdirSync } from 'node:fs';
import { ROOT } from '../run.mjs';

/**
 * Returns the names of test files from the command line, or of all in the folder. Ends the process on an unknown one.
 *
 * @param {string} folder from the root
 * @param {string} ending of the files, left out of the names
 * @returns {string[]}
 */
export function chosenNames(folder, ending) {
  const known = readdirSync(`${ROOT}${folder}`)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));
  return chosenOf(known, folder);
}

/**
 * Returns the names from the command line, or all known names. Ends the process on an unknown one.
 *
 * @param {string[]} known
 * @param {string} where the names' origin, for the message
 * @returns {string[]}
 */
export function chosenOf(known, where) {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`Nothing in ${where} is called ${unknown.join(', ')}. There are: ${known.join(', ')}`);
    process.exit(1);
  }
  return wanted.length > 0 ? wanted : known;
}
