import { expect, test } from 'vitest';
import { chooseFrom } from '../../../app/page/language.ts';

test.each([
  [['fr-FR', 'fr', 'en-US'], 'fr'],
  [['en-US', 'fr'], 'en'],
  [['de-DE', 'en-GB'], 'en'],
  [['de-DE', 'fr-CH', 'en'], 'fr'],
  [['EN'], 'en'],
  [['de', 'it'], 'fr'],
  [[], 'fr'],
])('a browser in %j shows %s first', (tags, expected) => {
  expect(chooseFrom(tags)).toBe(expected);
});
