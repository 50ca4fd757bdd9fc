import { describe } from 'vitest';
import { CALLS_WITH_FILE, CALLS_WITH_JSON, stageCalls } from '../support/malformed/calls.ts';
import { testAnyFile, testAnyJson } from '../support/soak/malformed-bodies.ts';

const stage = stageCalls();

describe.each(CALLS_WITH_JSON)('the body of %s', (...call) => {
  testAnyJson(stage, call, 400);
});

describe.each(CALLS_WITH_FILE)('the form of %s', (...call) => {
  testAnyFile(stage, call, 150);
});
