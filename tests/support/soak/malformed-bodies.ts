import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Route } from '../../../contracts/call.ts';
import type { RouteName } from '../../../contracts/routes.ts';
import { BOUNDARY, type CallStage, textParts } from '../malformed/calls.ts';
import { caseOfForm, caseOfJson, pathsIn, spoil } from '../malformed/spoilt-bodies.ts';
import { multipart } from '../server/raw-request.ts';

const SEED = 20_261_121;
/** Of what ends a form: where only a part of that is missing, nothing is. */
const END_BYTES = multipart(BOUNDARY, []).length + '\r\n'.length;

/** Tests a call with `count` JSON bodies of any kind: the same ones each time. */
export function testAnyJson(stage: CallStage, call: readonly [RouteName, Route], count: number): void {
  test(`breaks nothing, whatever it is (${count} tried)`, async () => {
    const [name] = call;
    const anyBody = fc.oneof(fc.json(), fc.string({ maxLength: 200 }), spoiltBody(stage.partsOf(name).body));
    const bodies = fc.sample(anyBody, { numRuns: count, seed: SEED });
    const cases = bodies.map((content) => caseOfJson(stage, call, content.slice(0, 200), content));
    expect(await stage.findBroken(cases)).toEqual([]);
  });
}

/** A valid body with one of its parts replaced by any JSON. */
function spoiltBody(body: unknown): fc.Arbitrary<string> {
  const paths = pathsIn(body);
  return fc
    .tuple(fc.nat(paths.length - 1), fc.json())
    .map(([index, text]) => spoil(body, paths[index] ?? [], text) || '{}');
}

/** Tests a call with `count` files of any bytes, and as many forms that are cut off: the same ones each time. */
export function testAnyFile(stage: CallStage, [name, route]: readonly [RouteName, Route], count: number): void {
  test(`breaks nothing, whatever bytes it holds (${count} tried)`, async () => {
    const fields = textParts(stage.partsOf(name).fields);
    const contents = fc.sample(fc.uint8Array({ maxLength: 3000 }), { numRuns: count, seed: SEED });
    const whole = multipart(BOUNDARY, [...fields, stage.filePart(route)]);
    const cuts = fc.sample(fc.nat(Math.min(whole.length - END_BYTES, 1500)), { numRuns: count, seed: SEED });
    const cases = [
      ...contents.map((content) => caseOfForm(stage, name, 'bytes', [...fields, stage.filePart(route, content)])),
      ...cuts.map((at) => ({
        what: `cut at ${at}`,
        request: stage.requestOf(name, { body: whole.subarray(0, at) }),
        isRefused: true,
      })),
    ];
    expect(await stage.findBroken(cases)).toEqual([]);
  });
}
