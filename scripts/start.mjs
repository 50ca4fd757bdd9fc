import { buildStale } from './build/build.mjs';
import { runBuilt } from './run-built.mjs';

/** `npm start`: builds what is stale, then runs the server. */
await runBuilt(buildStale, 'main.js');
