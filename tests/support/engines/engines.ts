import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { describe } from 'vitest';
import { findChromium, findOnPath } from '../../../scripts/test/chromium.mjs';
import { openChromium } from './chromium-engine.ts';
import { DESK_PROGRAMS } from './desk.ts';
import type { Engine, EngineName } from './engine.ts';
import { findFirefox, openFirefox } from './firefox-engine.ts';
import { findMiniBrowser, openWebkit } from './webkit-engine.ts';

/** Programs that an engine needs: under which name, and whether they are there. */
const NEEDED: Readonly<Record<EngineName, () => Readonly<Record<string, boolean>>>> = {
  chromium: () => ({ Chromium: findChromium() !== undefined || existsSync(chromium.executablePath()) }),
  firefox: () => ({ Firefox: findFirefox() !== undefined, ...hasDesk() }),
  webkit: () => ({
    'MiniBrowser of WebKitGTK': findMiniBrowser() !== undefined,
    WebKitWebDriver: has('WebKitWebDriver'),
    ...hasDesk(),
  }),
};

const OPEN: Readonly<Record<EngineName, () => Promise<Engine>>> = {
  chromium: openChromium,
  firefox: () => openFirefox(),
  webkit: openWebkit,
};

function has(program: string): boolean {
  return findOnPath([program]) !== undefined;
}

function hasDesk(): Record<string, boolean> {
  return Object.fromEntries(DESK_PROGRAMS.map((program) => [program, has(program)]));
}

/** Describes a suite in an engine; it is skipped, and its name says why, where that is not installed. */
export function describeEngine(name: EngineName, title: string, suite: () => void): void {
  const programs = Object.entries(NEEDED[name]());
  const missing = programs.filter(([, isThere]) => !isThere).map(([program]) => program);
  const suffix = missing.length === 0 ? '' : ` (not installed here: ${missing.join(', ')})`;
  describe.skipIf(missing.length > 0)(title + suffix, suite);
}

/** Starts an engine. */
export function openEngine(name: EngineName): Promise<Engine> {
  return OPEN[name]();
}
