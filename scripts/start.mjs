import { buildStale } from './build/build.mjs';

/** `npm start`: builds what is stale, then runs the server. */
try {
  await buildStale();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import(new URL('../dist/server/server/main.js', import.meta.url).href);
