import { buildServer } from './build/build.mjs';
import { runBuilt } from './run-built.mjs';

/**
 * `npm run admin`, `backup`, `check-config`, `move`, `parcours`, `verify-media`: builds a stale server, then runs the named tool.
 */
const [tool] = process.argv.splice(2, 1);
await runBuilt(buildServer, `${tool}.js`);
