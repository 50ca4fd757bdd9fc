import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BrowserHangs, type Engine, type EngineName, type Tab } from '../../support/engines/engine.ts';
import { describeEngine, openEngine } from '../../support/engines/engines.ts';
import { openStage, type Stage } from './stage.ts';

/** Steps by their names, in their order. Each begins where one that went well ends, and can begin in a new browser. */
export type Steps = Readonly<Record<string, (stage: Stage) => Promise<void>>>;

/**
 * How often the browser may hang in one step. WebKitGTK does now and then on a busy machine: GStreamer locks itself up where
 * a sound is replaced while its type is still being found. A hang that the app causes comes back at each try, and fails.
 */
const HANGS_MAX = 2;

interface Options {
  /** Name of the suite, if not the engine's. */
  readonly title?: string;
  readonly open?: () => Promise<Engine>;
  /** Called with what came of a step, and how long it took. */
  readonly onStep?: (engine: Engine, step: string, result: string) => void;
}

/** Tests steps in one browser of an engine: those of each test by its title. */
export function testSteps(
  name: EngineName,
  tests: Readonly<Record<string, Steps>>,
  { title = name, open = () => openEngine(name), onStep }: Options = {},
): void {
  describeEngine(name, title, () => {
    let stage: Stage;

    beforeAll(async () => {
      stage = await openStage(open);
    });
    afterAll(() => stage?.stop());

    for (const [test, steps] of Object.entries(tests)) {
      it(test, async () => {
        for (const [step, run] of Object.entries(steps)) {
          const startMs = performance.now();
          const note = (state: string): void =>
            onStep?.(stage.engine, step, `${state}, ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
          try {
            await runUntilNoHang(stage, step, run);
          } catch (error) {
            note('failed');
            throw new Error(`The step ‘${step}’ failed`, { cause: error });
          }
          note('passed');
        }
      });
    }
  });
}

/** Runs a step, and again with a new browser where the browser hung. */
async function runUntilNoHang(stage: Stage, step: string, run: Steps[string]): Promise<void> {
  const { name } = stage.engine;
  for (let hangs = 1; ; hangs++) {
    try {
      const before = await stage.tab.errors();
      await run(stage);
      expect((await stage.tab.errors()).slice(before.length)).toEqual([]);
      expect(await stage.tab.evaluate(() => window.watched ?? null)).toEqual({ refused: [], persists: 0 });
      stage.isTidy = true;
      return;
    } catch (error) {
      stage.isTidy = false;
      const { ENGINE_SHOTS } = process.env;
      if (ENGINE_SHOTS !== undefined)
        await stage.tab.screenshot(join(ENGINE_SHOTS, `${name}-${step.replace(/\W+/g, '-')}.png`)).catch(String);
      if (hangs > HANGS_MAX || !(await hasHung(stage.tab))) throw error;
      console.warn(`${name} hung in ‘${step}’, which is tried again with a new browser`);
      await stage.replacePhone();
    } finally {
      await stage.front.goOnline();
    }
  }
}

/** Whether the browser hangs. The step's error alone doesn't tell: a wait of its own may have timed out first. */
function hasHung(tab: Tab): Promise<boolean> {
  return tab
    .evaluate(() => null)
    .then(
      () => false,
      (error: unknown) => error instanceof BrowserHangs,
    );
}
