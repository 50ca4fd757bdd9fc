import { pathToFileURL } from 'node:url';
import { buildStale } from './build.mjs';
import { runTool } from './run.mjs';
import { addTallies, runVitest, tallyOfExit } from './tally.mjs';

/**
 * `npm run check`: types, lint, and the house's own tests.
 *
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function check() {
  // Types first: the build's own type errors would name one project only.
  const types = tallyOfExit('types', await runTool('typescript/bin/tsc', ['-b']));
  const lint = tallyOfExit('lint', await runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings']));
  if (types.failed > 0) return addTallies(types, lint);
  await buildStale();
  return addTallies(types, lint, await runVitest('house'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const tally = await check();
  process.exit(tally.failed > 0 ? 1 : 0);
}
