const TEXT = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`;
const SUMMARY = new RegExp(String.raw`^( +)summary:\s*${TEXT}(?:\s*\+\s*${TEXT})*,$`, 'gm');

/**
 * Leaves the sentences about the calls out of the app: only the API's description on the server shows them, and the login
 * screen waits for the table of calls.
 *
 * @returns {import('vite').Plugin}
 */
export function withoutSummaries() {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/contracts\/calls\/[\w-]+\.ts$/.test(id)) return null;
      // Each line stays where it is, for the source map.
      const left = code.replace(SUMMARY, (found) => found.replace(/[^\n]/g, ''));
      if (/^ +summary:/m.test(left)) throw new Error(`Expected to find every summary in ${id}`);
      return { code: left, map: null };
    },
  };
}
