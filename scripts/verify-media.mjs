import { buildServer } from './build.mjs';

/** `npm run verify-media`: builds the server where it is stale, then becomes what verifies the media. */
try {
  await buildServer();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import(new URL('../dist/server/server/verify-media.js', import.meta.url).href);
