import { openFirefox } from '../../support/engines/firefox-engine.ts';
import { CONTRIBUTOR_STEPS, MEMORY_STEPS } from './contributor-steps.ts';
import { testSteps } from './test-steps.ts';
import { WALKER_STEPS } from './walker-steps.ts';

for (const engine of ['firefox', 'webkit'] as const) {
  testSteps(engine, {
    'takes a walker from the login through stories to the map without a network': WALKER_STEPS,
    'takes a contributor through files, a recording and a zone to the logout of two tabs': CONTRIBUTOR_STEPS,
  });
}
// Only in Firefox, because a driven WebKit is always a private window.
testSteps(
  'firefox',
  { 'sends a file and a recording from memory': MEMORY_STEPS },
  { title: 'firefox, in a private window', open: () => openFirefox({ isPrivate: true }) },
);
