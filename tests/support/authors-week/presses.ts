import type { Page } from 'playwright';

/** What a person did on a page. */
export interface Presses {
  /** Taps, clicks and drags. */
  readonly presses: number;
  /** Keys outside of what is written, such as Enter. */
  readonly keys: number;
  /** Fields that were written in. */
  readonly fields: number;
  /** Files that were chosen in the system's dialog. */
  readonly files: number;
}

/** What was done in a part, on all pages that take part, and for how long by the machine. */
export interface Part extends Presses {
  readonly seconds: number;
}

declare global {
  interface Window {
    pressed?: { presses: number; keys: number; fields: number; files: number };
  }
}

const NOTHING: Presses = { presses: 0, keys: 0, fields: 0, files: 0 };

/** In the page, before its own scripts: counts what a person does. Events that scripts make don't count. */
export function countPresses(): void {
  const counts = { presses: 0, keys: 0, fields: 0, files: 0 };
  window.pressed = counts;
  let written: EventTarget | null = null;
  const isText = (target: EventTarget | null): boolean =>
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && /^(text|search)$/.test(target.type));
  addEventListener('pointerdown', ({ isTrusted }) => (counts.presses += isTrusted ? 1 : 0), true);
  addEventListener(
    'keydown',
    ({ isTrusted, target, key }) => (counts.keys += isTrusted && !(isText(target) && key.length === 1) ? 1 : 0),
    true,
  );
  addEventListener('focusin', () => (written = null), true);
  addEventListener(
    'input',
    ({ target }) => {
      if (isText(target) && target !== written) counts.fields++;
      if (isText(target)) written = target;
    },
    true,
  );
  addEventListener(
    'change',
    ({ target }) => (counts.files += target instanceof HTMLInputElement && target.type === 'file' ? 1 : 0),
    true,
  );
}

/** Adds up what is done in each part of a way. */
export class PressMeter {
  readonly parts = new Map<string, Part>();

  /** Counts what `run` does on a page as this part, beside what was counted for it before. */
  async measure(part: string, page: Page, run: () => Promise<void>): Promise<void> {
    const [before, from] = [await readPresses(page), performance.now()];
    await run();
    const seconds = (performance.now() - from) / 1000;
    const after = await readPresses(page);
    const sum: Part = this.parts.get(part) ?? { ...NOTHING, seconds: 0 };
    this.parts.set(part, {
      presses: sum.presses + after.presses - before.presses,
      keys: sum.keys + after.keys - before.keys,
      fields: sum.fields + after.fields - before.fields,
      files: sum.files + after.files - before.files,
      seconds: Math.round(10 * (sum.seconds + seconds)) / 10,
    });
  }
}

async function readPresses(page: Page): Promise<Presses> {
  return (await page.evaluate(() => window.pressed)) ?? NOTHING;
}
