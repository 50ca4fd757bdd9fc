import { expect, test } from 'vitest';
import { BundleText, INVALID_BUNDLE_ID } from '../../contracts/bundle.ts';
import { routes } from '../../contracts/routes.ts';

test('a bundle has a name, and a description that may be empty', () => {
  expect(BundleText.parse({ name: ' Les quais ' })).toEqual({ name: 'Les quais', description: '' });
  expect(BundleText.safeParse({ name: ' ' }).success).toBe(false);
});

test.each(['0', '-1', '1.5', 'abc', '', '9007199254740993'])(
  'a call about the bundle %j is told that its id is none, in those words alone',
  (bundleId) => {
    const { error } = routes.listBundleParcours.params.safeParse({ bundleId });
    expect(error?.issues.map(({ message }) => message)).toEqual([INVALID_BUNDLE_ID]);
  },
);
