import { pathToFileURL } from 'node:url';
import { toolCommand } from '../run.mjs';
import { runStages } from './stages.mjs';
import { runCheck, runVitest } from './tally.mjs';

/**
 * Builds what is stale of our own code, counted as one check.
 *
 * @type {import('./stages.mjs').Stage}
 */
export const BUILD = {
  name: 'build',
  isEssential: true,
  run: () => runCheck('build', [process.execPath, ['scripts/build/build.mjs', '--without-addons']]),
};

/**
 * The stages of `npm run check`, which `npm test` also begins with: lint, types, build, architecture. Types come before the
 * build, which stops at the first project with type errors.
 *
 * @type {readonly import('./stages.mjs').Stage[]}
 */
export const CHECKS = [
  {
    name: 'lint',
    run: () => runCheck('lint', toolCommand('@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])),
  },
  {
    name: 'types',
    isEssential: true,
    run: () => runCheck('types', toolCommand('typescript/bin/tsc', ['-b'])),
  },
  BUILD,
  { name: 'architecture', run: () => runVitest('architecture') },
];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exit(await runStages('check', CHECKS));
