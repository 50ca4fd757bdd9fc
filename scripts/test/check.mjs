import { pathToFileURL } from 'node:url';
import { buildStale } from '../build/build.mjs';
import { runTool } from '../run.mjs';
import { runStages } from './stages.mjs';
import { runVitest, tallyOfExit } from './tally.mjs';

/** Builds what is stale, counted as one check. */
export const BUILD = {
  name: 'build',
  isEssential: true,
  run: () =>
    buildStale().then(
      () => tallyOfExit('build', 0),
      (error) => {
        console.error(error);
        return tallyOfExit('build', 1);
      },
    ),
};

/**
 * The stages of `npm run check`, with which `npm test` begins: lint, types, build, house. Types come before the build,
 * which stops at the first project with type errors.
 *
 * @type {readonly import('./stages.mjs').Stage[]}
 */
export const CHECKS = [
  {
    name: 'lint',
    run: async () => tallyOfExit('lint', await runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])),
  },
  {
    name: 'types',
    isEssential: true,
    run: async () => tallyOfExit('types', await runTool('typescript/bin/tsc', ['-b'])),
  },
  BUILD,
  { name: 'house', run: () => runVitest(['house']) },
];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exit(await runStages(CHECKS));
