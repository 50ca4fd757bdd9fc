import { ConfigError, readConfig } from './config.ts';
import type { SeededDemo } from './demo/seed.ts';
import { createLog } from './log.ts';
import { AddressError, serve } from './serve.ts';
import { DataDirError } from './store/data-dir.ts';

/** Failures that whoever starts the server can mend; their message is enough, and a stack would bury it. */
const FOR_THE_OPERATOR = [ConfigError, AddressError, DataDirError];

try {
  const config = readConfig();
  // While developing, the terminal belongs to the person: each request's line would bury what is printed here.
  const log = createLog(config.production ? 'info' : 'warn');
  const server = await serve(config, log);
  console.log(`Drop ici listens on ${server.origin} and keeps its data in ${config.dataDir}`);
  if (server.demo !== null) console.log(describeDemo(server.demo, server.origin));

  // A second signal finds no listener and ends the process at once.
  const stop = (): void => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    server.close().catch((error: unknown) => {
      log.error({ err: error }, 'shutdown failed');
      process.exitCode = 1;
    });
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
} catch (error) {
  const isToldInFull = FOR_THE_OPERATOR.some((kind) => error instanceof kind);
  console.error(isToldInFull && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function describeDemo({ accounts, guestLink }: SeededDemo, origin: string): string {
  const rows = accounts.map(({ role, email, password }) => `  ${role.padEnd(8)}${email.padEnd(22)}${password}`);
  return ['', 'The database was empty, so a demo was made (DEMO=0 makes none):', ...rows]
    .concat(`  guest   ${origin}${guestLink}`, '')
    .join('\n');
}
