import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BrowserHangs, type Engine, type EngineName, HANGS_MAX, type Tab } from '../../support/engines/engine.ts';
import { describeEngine, openEngine } from '../../support/engines/engines.ts';
import { openStage, type Stage } from './stage.ts';

/** Steps by name, in their order. Each starts where a successful step ends, or in a new browser. */
export type Steps = Readonly<Record<string, (stage: Stage) => Promise<void>>>;

interface Options {
  /** Name of the suite, if not the engine's. */
  readonly title?: string;
  readonly open?: () => Promise<Engine>;
  /** Called with the result of each step, which includes its duration. */
  readonly onStep?: (engine: Engine, step: string, result: string) => void;
}

/** Tests steps in one browser of an engine; `tests` has the steps of each test by title. */
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

/** Runs a step, and repeats it with a new browser if the browser hung. */
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

/** Tells whether the browser hangs; the step's own error may be a timeout of a wait. */
function hasHung(tab: Tab): Promise<boolean> {
  return tab
    .evaluate(() => null)
    .then(
      () => false,
      (error: unknown) => error instanceof BrowserHangs,
    );
}
