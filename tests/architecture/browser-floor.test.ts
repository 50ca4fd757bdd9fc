import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './sources.ts';

const assets = join(ROOT, 'dist/app/assets');

/**
 * Features that Safari 17.0 lacks, by MDN's browser-compat-data; `app/public/old-browser.js` admits no older browser.
 * A use behind an existence check is allowed.
 */
const TOO_NEW: ReadonlyArray<readonly [name: string, use: RegExp, check?: RegExp]> = [
  ['Promise.withResolvers (17.4)', /Promise\.withResolvers\(/],
  ['Object.groupBy, Map.groupBy (17.4)', /\b(Object|Map)\.groupBy\(/],
  [
    'AbortSignal.any (17.4)',
    /AbortSignal\.any\(/,
    /`any`in|AbortSignal\.any(===|!==|==|!=|\?)|typeof AbortSignal\.any/,
  ],
  ['checkVisibility (17.4)', /\.checkVisibility\(/, /typeof \w+\.checkVisibility/],
  ['ArrayBuffer.transfer (17.4)', /\.transferToFixedLength\(/],
  ['URL.parse (18)', /\bURL\.parse\(/],
  ['Promise.try (18.2)', /Promise\.try\(/],
  ['Uint8Array.fromBase64 (18.2)', /Uint8Array\.fromBase64\(/, /typeof Uint8Array\.fromBase64/],
  [
    'helpers of iterators (18.4)',
    /\bIterator\.(from|prototype)|new (Map|Set)\([^()]*\)\.(keys|values|entries)\(\)\.(map|filter|some|every|find|toArray|reduce|take|drop|flatMap)\(/,
  ],
  [
    'requestIdleCallback (none)',
    /requestIdleCallback\(/,
    /requestIdleCallback(===|!==|\?\?|`|\?\.)|typeof requestIdleCallback/,
  ],
];

/** The same for styles; a style that only improves a page where it is supported is allowed. */
const TOO_NEW_STYLES: ReadonlyArray<readonly [name: string, use: RegExp]> = [
  ['nested rules that begin with an element (17.2)', /\{[^{}]*;(a|button|div|p|span|svg|li|ul)[^;{}:]*\{/],
  ['light-dark() (17.5)', /light-dark\(/],
  ['@scope (17.4)', /@scope\b/],
];

function faultsIn<Rule extends readonly [string, RegExp, RegExp?]>(ending: string, rules: readonly Rule[]): string[] {
  return readdirSync(assets)
    .filter((file) => file.endsWith(ending))
    .flatMap((file) => {
      const text = readFileSync(join(assets, file), 'utf8');
      return rules
        .filter(([, use, check]) => use.test(text) && check?.test(text) !== true)
        .map(([name]) => `${file}: ${name}`);
    });
}

test('the build uses no feature that the oldest admitted browser lacks', () => {
  expect(faultsIn('.js', TOO_NEW)).toEqual([]);
  expect(faultsIn('.css', TOO_NEW_STYLES)).toEqual([]);
});
