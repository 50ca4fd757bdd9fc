import { ConfigError, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { AddressError, serve } from './serve.ts';

try {
  const config = readConfig(process.env);
  // While developing, the terminal belongs to the person: each request's line would bury what is printed here.
  const log = createLog(config.production ? 'info' : 'warn');
  const server = await serve(config, log);
  console.log(`Drop ici listens on ${server.origin} and keeps its data in ${config.dataDir}`);

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
  console.error(error instanceof ConfigError || error instanceof AddressError ? error.message : error);
  process.exitCode = 1;
}
