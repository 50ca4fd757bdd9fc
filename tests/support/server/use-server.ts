import { afterAll, beforeAll } from 'vitest';
import { startServer, type TestServer } from './server.ts';

/**
 * The server of a test file, as {@link startServer} starts it: from before its first test until after its last. Nothing of it
 * can be read while the file is still being loaded.
 */
export function useServer(...how: Parameters<typeof startServer>): TestServer {
  let running: TestServer | undefined;
  const started = (): TestServer => {
    if (running === undefined)
      throw new Error('Expected the server in a hook or a test: it starts before the first one');
    return running;
  };
  beforeAll(async () => {
    running = await startServer(...how);
  });
  afterAll(() => running?.stop());
  return {
    get origin() {
      return started().origin;
    },
    get dataDir() {
      return started().dataDir;
    },
    get metricsOrigin() {
      return started().metricsOrigin;
    },
    get demo() {
      return started().demo;
    },
    advance: (byMs) => started().advance(byMs),
    restart: (...change) => started().restart(...change),
    stop: () => started().stop(),
  };
}
