import { buildServer } from './build/build.mjs';

/** `npm run admin`, `backup`, `check-config`, `move` and `verify-media`: builds the server where it is stale, then runs the named tool of it. */
const [tool] = process.argv.splice(2, 1);
try {
  await buildServer();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import(new URL(`../dist/server/server/${tool}.js`, import.meta.url).href);
