import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine, EngineName } from '../engines/engine.ts';
import { describeEngine, openEngine } from '../engines/engines.ts';
import { type LoopbackGeocoder, startGeocoder } from '../network/geocoder.ts';
import { beRestless, beRestlessAgain, type Restless } from '../restless/restless.ts';
import { startServer, type TestServer } from '../server/server.ts';

/** Tests in an engine that random legitimate actions lead to no error, no lost drop, no two sounds at once and no leak. */
export function testRestlessUser(name: EngineName, options: Restless): void {
  testInEngine(
    name,
    'finds nothing that fails',
    options.forMs + 5 * options.shrinkMs + 300_000,
    async (engine, server) => {
      const { seeds, actions, finds } = await beRestless(engine, server, options);
      const { version } = engine;
      console.log(`${version}: ${seeds} seeds from ${options.seed} on, ${actions} actions, ${finds.length} finds`);
      expect(finds.join('\n\n')).toBe('');
    },
  );
}

/** Tests that steps which a failure has printed do not fail. */
export function testStepsAgain(name: EngineName, printed: string): void {
  testInEngine(name, 'does printed steps again', 600_000, async (engine, server) => {
    expect(await beRestlessAgain(engine, server, printed)).toBeNull();
  });
}

function testInEngine(
  name: EngineName,
  what: string,
  timeoutMs: number,
  run: (engine: Engine, server: TestServer) => Promise<void>,
): void {
  describeEngine(name, `a restless user in ${name}`, () => {
    let geocoder: LoopbackGeocoder;
    let server: TestServer;
    let engine: Engine;

    beforeAll(async () => {
      // The public one is not this app's, and a browser logs an error where it is out of reach.
      geocoder = await startGeocoder();
      server = await startServer({ GEOCODER_URL: geocoder.url });
      engine = await openEngine(name);
    });
    afterAll(async () => {
      await engine?.close();
      await server?.stop();
      await geocoder?.stop();
    });

    test(what, () => run(engine, server), timeoutMs);
  });
}
