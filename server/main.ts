import { describeDatabase, describeDoubts, describeStore } from './config/describe.ts';
import { type Config, readConfig, readEnvironment } from './config.ts';
import type { SeededDemo } from './demo/seed.ts';
import { describeFailure } from './describe-failure.ts';
import { createLog } from './log.ts';
import { serve } from './serve.ts';
import { OPERATOR_ERRORS } from './start-errors.ts';
import { asDataDirError } from './store/data-dir.ts';
import { SCHEMA } from './store/migrations/index.ts';
import { readVersion } from './version.ts';

// Stored files are readable by their owner only, whatever the shell's umask is.
process.umask(0o077);

let dataDir: string | null = null;
try {
  const config = readConfig(readEnvironment(), process.argv.slice(2));
  dataDir = config.dataDir;
  // Reported before anything is opened, so that a failure shows the settings in use.
  console.log(describeStart(config));
  for (const doubt of describeDoubts(config)) console.error(doubt);
  const log = createLog(config.logLevel);
  const server = await serve(config, log);
  // A second signal has no listener and ends the process at once.
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
  // After the listeners, because a program that waits for this line may send a signal at once.
  console.log(`Drop ici listens on ${server.origin} and keeps its data in ${config.dataDir}`);
  if (server.demo !== null) console.log(describeDemo(server.demo, server.origin));
} catch (error) {
  const known = dataDir === null ? error : await asDataDirError(error, dataDir);
  console.error(describeFailure(known, OPERATOR_ERRORS));
  process.exitCode = 1;
}

function describeStart(config: Config): string {
  return [
    `Drop ici ${readVersion()} on Node ${process.version}`,
    `database ${describeDatabase(config)}`,
    `schema ${SCHEMA}`,
    `files ${describeStore(config)}`,
    `public address ${config.publicUrl ?? 'none (PUBLIC_URL)'}`,
  ].join(', ');
}

function describeDemo({ accounts, guestLink }: SeededDemo, origin: string): string {
  const rows = accounts.map(({ role, email, password }) => `  ${role.padEnd(8)}${email.padEnd(22)}${password}`);
  return ['', 'The database was empty, so the demo was created (DEMO=0 turns it off):', ...rows]
    .concat(`  guest   ${origin}${guestLink}`, '')
    .join('\n');
}
