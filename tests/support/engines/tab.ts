import { BrowserHangs, type Json, type Tab, type TabDriver, type Target } from './engine.ts';
import { type Found, findElement, type Wanted } from './find-element.ts';
import { endTapGuard, guardTap } from './guard-tap.ts';

/** Longest wait for one step of a person. */
const STEP_MS = 60_000;
const POLL_MS = 50;

/** Makes a tab of what an engine can do. */
export function makeTab(origin: string, driver: TabDriver): Tab {
  const evaluate = async <Arguments extends readonly Json[], Result>(
    run: (...args: Arguments) => Result | Promise<Result>,
    ...args: Arguments
  ): Promise<Result> => (await driver.run(String(run), args)) as Result;

  const find = (target: Target, isHiddenToo = false): Promise<Found | null> =>
    evaluate(findElement as (wanted: Json, isHiddenToo: boolean) => Found | null, describe(target), isHiddenToo);

  /** Repeats `attempt` until it returns something; while a page loads it may fail. */
  async function repeat<Result>(attempt: () => Promise<Result | null>, complaint: () => string): Promise<Result> {
    const endMs = Date.now() + STEP_MS;
    for (;;) {
      let failure = '';
      try {
        const result = await attempt();
        if (result !== null) return result;
      } catch (error) {
        if (error instanceof BrowserHangs) throw error;
        failure = String(error);
      }
      if (Date.now() > endMs)
        throw new Error(`${complaint()} within ${STEP_MS / 1000} s at ${await whereabouts()} ${failure}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  const whereabouts = (): Promise<string> =>
    evaluate(() => `${location.pathname}: ${document.body.innerText.slice(0, 400)}`).catch(String);

  const shown = (target: Target): Promise<Found> =>
    repeat(
      () => find(target),
      () => `Expected ${say(target)} to be shown`,
    );

  /** Waits until it can be tapped and stands still. */
  async function tappable(target: Target): Promise<Found> {
    let last: Found | null = null;
    return repeat(
      async () => {
        const found = await find(target);
        const isStill = found !== null && last !== null && found.x === last.x && found.y === last.y;
        if (isStill && found.obstacle === null) return found;
        last = found;
        await evaluate(nextFrames);
        return null;
      },
      () => `Expected to tap ${say(target)}, which is ${last === null ? 'not there' : (last.obstacle ?? 'moving')},`,
    );
  }

  /** A busy page may move the target between the look and the tap, as a person's finger sees; then it is looked for again. */
  async function tap(target: Target): Promise<Found> {
    return repeat(
      async () => {
        const found = await tappable(target);
        await evaluate(guardTap, found.selector);
        await driver.stroke([[found.x + found.width / 2, found.y + found.height / 2]]);
        // The tap may have led to another page.
        const isHit = await evaluate(endTapGuard).catch((error: unknown) => {
          if (error instanceof BrowserHangs) throw error;
          return true;
        });
        return isHit ? found : null;
      },
      () => `Expected to tap ${say(target)}, which moves away`,
    );
  }

  return {
    open: (path) => driver.goto(new URL(path, origin).href),
    reload: () => driver.reload(),
    back: () => driver.back(),
    evaluate,
    until: (check, ...args) =>
      repeat(
        async () => (await evaluate(check, ...args)) || null,
        () => `Expected ${check} of ${JSON.stringify(args)}`,
      ) as never,
    tap,
    tapAt: (point) => driver.stroke([point]),
    drag: ([x, y], [toX, toY]) =>
      driver.stroke([0, 0.25, 0.5, 0.75, 1].map((share) => [x + (toX - x) * share, y + (toY - y) * share] as const)),
    type: async (target, text) => {
      const { selector } = await tap(target);
      await evaluate((field) => document.querySelector<HTMLInputElement>(field)?.select(), selector);
      await driver.typeText(text);
    },
    press: (key) => driver.press(key),
    attach: async (target, ...files) => {
      const { selector } = await repeat(
        () => find(target, true),
        () => `Expected ${say(target)}`,
      );
      await driver.attach(selector, files);
    },
    shown,
    gone: (target) =>
      repeat(
        async () => ((await find(target)) === null ? true : null),
        () => `Expected ${say(target)} to be gone`,
      ),
    shows: async (target) => (await find(target)) !== null,
    isChecked: async (target) => (await shown(target)).isChecked,
    box: shown,
    path: () => evaluate(() => location.pathname + location.search),
    errors: () => driver.errors(),
    screenshot: (file) => driver.screenshot(file),
    close: () => driver.close(),
  };
}

/** In the page: waits for two frames; not for long, since there are none in a tab that is behind another one. */
function nextFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, 300);
  });
}

/** A target as it is sent into the page. */
function describe(target: Target): { readonly [name: string]: Json } & Wanted {
  if (typeof target === 'string') return { selector: target };
  const { role, name, within } = target;
  return {
    role,
    ...(name instanceof RegExp ? { pattern: name.source } : name === undefined ? {} : { name }),
    ...(within === undefined ? {} : { within: describe(within) }),
  };
}

function say(target: Target): string {
  if (typeof target === 'string') return target;
  const within = target.within === undefined ? '' : ` within ${say(target.within)}`;
  return `${target.role} ${target.name === undefined ? '' : `'${target.name}'`}${within}`;
}
