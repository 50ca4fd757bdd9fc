import { buildServer } from './build.mjs';

/** `npm run backup`: builds the server where it is stale, then becomes what makes a back-up. */
try {
  await buildServer();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import(new URL('../dist/server/server/backup.js', import.meta.url).href);
