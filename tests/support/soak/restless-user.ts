import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, EngineName } from '../engines/engine.ts';
import { missingFor, openEngine } from '../engines/engines.ts';
import { beRestless, type Restless } from '../restless/restless.ts';
import { startServer, type TestServer } from '../server.ts';

/** Tests in an engine that random legitimate actions lead to no error, no lost drop, no two sounds at once and no leak. */
export function testRestlessUser(name: EngineName, options: Restless): void {
  const missing = missingFor(name);
  const suffix = missing.length > 0 ? ` (not here: ${missing.join(', ')})` : '';

  describe.skipIf(missing.length > 0)(`a restless user in ${name}${suffix}`, () => {
    let server: TestServer;
    let engine: Engine;

    beforeAll(async () => {
      server = await startServer();
      engine = await openEngine(name);
    });
    afterAll(async () => {
      await engine?.close();
      await server?.stop();
    });

    test(
      'finds nothing that fails',
      async () => {
        const { seeds, actions, finds } = await beRestless(engine, server, options);
        const { version } = engine;
        console.log(`${version}: ${seeds} seeds from ${options.seed} on, ${actions} actions, ${finds.length} finds`);
        expect(finds.join('\n\n')).toBe('');
      },
      options.forMs + 20 * options.shrinkMs + 300_000,
    );
  });
}
