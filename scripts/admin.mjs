import { buildServer } from './build.mjs';

/** `npm run admin`: builds the server where it is stale, then becomes its tool for whoever runs it. */
try {
  await buildServer();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import(new URL('../dist/server/server/admin.js', import.meta.url).href);
