import { describe, expect, it } from 'vitest';
import { rankPlaces } from '../../../../app/map/search/suggestions.ts';

const named = (...names: string[]) => names.map((appelation) => ({ appelation }));
const found = (names: string[], text: string, count = 5) =>
  rankPlaces(named(...names), text, count).map(({ appelation }) => appelation);

describe('the places that match a text', () => {
  it('are found without accents and in any case', () => {
    expect(found(['Théâtre', 'Pont'], 'THEATRE')).toEqual(['Théâtre']);
    expect(found(['Theatre'], 'théâ')).toEqual(['Theatre']);
  });

  it('come with the best match first: start, start of a word, anywhere, reordered words', () => {
    const names = ['Neuf du pont', 'Dupont', 'Le pont', 'Pont Neuf', 'Rue'];
    expect(found(names, 'pont')).toEqual(['Pont Neuf', 'Neuf du pont', 'Le pont', 'Dupont']);
    expect(found(names, 'pont neuf')).toEqual(['Pont Neuf', 'Neuf du pont']);
  });

  it('are as many as requested, in the order of the parcours among equals', () => {
    expect(found(['Quai 1', 'Quai 2', 'Quai 3'], 'quai', 2)).toEqual(['Quai 1', 'Quai 2']);
  });

  it('are empty for a text without a letter or digit', () => {
    expect(found(['Quai', ''], ' ’- ')).toEqual([]);
  });

  it('may use any script', () => {
    expect(found(['東京駅', 'Μουσείο'], 'μουσειο')).toEqual(['Μουσείο']);
    expect(found(['東京駅'], '東京')).toEqual(['東京駅']);
  });
});
