import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
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

/** Names of the programs that are missing here for an engine; none where it can be started. */
export function missingFor(name: EngineName): string[] {
  return Object.entries(NEEDED[name]())
    .filter(([, isThere]) => !isThere)
    .map(([program]) => program);
}

/** Starts an engine. */
export function openEngine(name: EngineName): Promise<Engine> {
  return OPEN[name]();
}
