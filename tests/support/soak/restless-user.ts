import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChromium } from '../engines/chromium-engine.ts';
import type { Engine } from '../engines/engine.ts';
import { beRestless, type Restless } from '../restless/restless.ts';
import { startServer, type TestServer } from '../server.ts';

/** Tests that random legitimate actions lead to no error, no lost drop, no two sounds and no leak. */
export function testRestlessUser(options: Restless): void {
  let server: TestServer;
  let engine: Engine;

  beforeAll(async () => {
    server = await startServer();
    engine = await openChromium();
  });
  afterAll(async () => {
    await engine?.close();
    await server?.stop();
  });

  test(
    'a restless user finds nothing that fails',
    async () => {
      const { seeds, actions, finds } = await beRestless(engine, server, options);
      console.log(
        `${engine.version}: ${seeds} seeds from ${options.seed} on, ${actions} actions, ${finds.length} finds`,
      );
      expect(finds.join('\n\n')).toBe('');
    },
    options.forMs + 20 * options.shrinkMs + 300_000,
  );
}
