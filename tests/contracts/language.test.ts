import { expect, test } from 'vitest';
import { languageFrom } from '../../contracts/vocabulary.ts';

test.each([
  [['fr-FR', 'fr', 'en-US'], 'fr'],
  [['en-US', 'fr'], 'en'],
  [['de-DE', 'en-GB'], 'en'],
  [['de-DE', 'fr-CH', 'en'], 'fr'],
  [['EN'], 'en'],
  [['de', 'it'], 'fr'],
  [[], 'fr'],
])('a browser in %j shows %s first', (tags, expected) => {
  expect(languageFrom(tags)).toBe(expected);
});
