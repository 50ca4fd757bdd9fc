import { expect, test } from 'vitest';
import { embedSnippet, slugOf } from '../../contracts/open-parcours.ts';

test.each([
  ['Le Vieux Lyon', 'le-vieux-lyon'],
  ['L’œuvre à Évian !', 'l-oeuvre-a-evian'],
  ['Да', ''],
])('the slug of %s is proposed without accents and marks', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('the HTML for another site can’t be left by a title', () => {
  const snippet = embedSnippet('https://example.org/embed/vieux-lyon', '"><script>&');
  expect(snippet).toMatch(
    /^<iframe src="https:\/\/example\.org\/embed\/vieux-lyon" title="&quot;>&lt;script>&amp;" [^<>]*><\/iframe>$/,
  );
});
