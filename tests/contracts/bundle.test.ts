import { expect, test } from 'vitest';
import { BundleText, INVALID_BUNDLE_ID } from '../../contracts/bundle.ts';
import { routes } from '../../contracts/routes.ts';

test('a bundle has a name and a description, which may be empty', () => {
  expect(BundleText.parse({ name: ' Les quais ' })).toEqual({ name: 'Les quais', description: '' });
  expect(BundleText.safeParse({ name: ' ' }).success).toBe(false);
});

test.each(['0', '-1', '1.5', 'abc', '', '9007199254740993'])(
  'the bundle id %j is rejected with a message about the id and nothing else',
  (bundleId) => {
    const { error } = routes.listBundleParcours.params.safeParse({ bundleId });
    expect(error?.issues.map(({ message }) => message)).toEqual([INVALID_BUNDLE_ID]);
  },
);
