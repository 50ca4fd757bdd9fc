import { buildServer } from './build/build.mjs';
import { runBuilt } from './run-built.mjs';

/** `npm run admin`, `backup`, `check-config`, `move` and `verify-media`: builds the server where it is stale, then runs the named tool of it. */
const [tool] = process.argv.splice(2, 1);
await runBuilt(buildServer, `${tool}.js`);
