/**
 * Processor seconds that each part of a test run may take, on the two cores of 2026 for which the run was designed. The
 * end of a run marks a part that took more; it doesn't fail. Anyone who exceeds the budget removes something, or says
 * in the commit why it rises.
 *
 * @type {Readonly<Record<string, number>>}
 */
export const BUDGET_S = {
  lint: 20,
  types: 40,
  build: 40,
  architecture: 20,
  // Where a compiled one can't be downloaded.
  addons: 80,
  node: 70,
  server: 220,
  browser: 270,
  e2e: 290,
  postgres: 220,
  buckets: 60,
  proxies: 40,
  engines: 250,
};
