import type { ExpressionSpecification } from 'maplibre-gl';
import { describe, expect, it } from 'vitest';
import { mapName, withoutNames } from '../../../../app/map/layers/label-text.ts';
import { formatPlaceName } from '../../../../app/places/place-words.ts';
import type { Position } from '../../../../contracts/geo.ts';

describe('a name on the map', () => {
  it('is complete if it is short, on one line or two', () => {
    for (const name of ['Place Dauphine', 'Saint-Germain-l’Auxerrois', 'Henri IV sur le Pont-Neuf', '🏳️‍🌈'.repeat(9)]) {
      expect(mapName(name)).toBe(name);
    }
    expect(mapName('  Le pont ')).toBe('Le pont');
    expect(mapName(formatPlaceName('  '))).toBe('Untitled');
    expect(mapName('Le pont\n\n des  Arts')).toBe('Le pont des Arts');
  });

  it('is cut after a word if it is long', () => {
    expect(mapName('Ici, le 25 août 1944, ma grand-mère attendait les chars de la deuxième division blindée')).toBe(
      'Ici, le 25 août 1944, ma grand-mère…',
    );
    expect(mapName('Mémoires de la rue, du quai (et de ses bouquinistes)')).toBe(
      'Mémoires de la rue, du quai (et de ses…',
    );
  });

  it('is cut within an unbreakable word, but never within a composed letter', () => {
    expect(mapName('Donaudampfschifffahrtselektrizitätenhauptbetriebswerk')).toBe('Donaudampfschifffahrt…');
    expect(mapName(`Voir ${'w'.repeat(200)}`)).toBe(`Voir ${'w'.repeat(21)}…`);
    expect(mapName('👩‍👩‍👧'.repeat(60))).toBe(`${'👩‍👩‍👧'.repeat(19)}…`);
    expect(mapName('島'.repeat(254))).toBe(`${'島'.repeat(19)}…`);
  });

  it('takes at most three lines, whatever it contains', () => {
    const parts = ['a', 'Rue', 'extraordinairement', '島島島', '🎧', '-', ' ', '  ', '\n', '/', 'é'.repeat(30), '’'];
    let seed = 5;
    for (let round = 0; round < 2000; round++) {
      let name = '';
      while (name.length < round % 254) {
        seed = (seed * 48_271) % 2_147_483_647;
        name += parts[seed % parts.length];
      }
      const shown = mapName(formatPlaceName(name));
      expect(shown).not.toMatch(/\n|^$/u);
      const widthEm = [...shown].reduce((sum, letter) => sum + (/[島🎧]/u.test(letter) ? 2 : 1), 0);
      expect(widthEm, shown).toBeLessThanOrEqual(41);
    }
  });
});

describe('a name of the basemap', () => {
  const at: Position = [2.3423, 48.8565];
  const own: ExpressionSpecification = ['get', 'name'];
  const names = [
    { name: 'Place Dauphine', position: at, fromZoom: 16 },
    { name: "Tour de l'Horloge", position: at, fromZoom: 17 },
  ];

  it('is hidden once our own has the same text nearby, in any case and with either apostrophe', () => {
    const near = ['<=', ['distance', { type: 'MultiPoint', coordinates: [at] }], 300];
    const isSaid = (spellings: string[], places: unknown) => [
      'case',
      ['case', ['match', ['downcase', ['to-string', own]], spellings, true, false], places, false],
      '',
      own,
    ];
    const both = ['<=', ['distance', { type: 'MultiPoint', coordinates: [at, at] }], 300];
    expect(withoutNames(own, names)).toEqual([
      ...['step', ['zoom'], own],
      ...[16, isSaid(['place dauphine'], near)],
      ...[17, isSaid(['place dauphine', "tour de l'horloge", 'tour de l’horloge'], both)],
    ]);
  });

  it('in the old template syntax is converted to an expression', () => {
    const text = withoutNames('{name} ({ref})', names.slice(0, 1));
    expect(JSON.stringify(text)).toContain(
      JSON.stringify(['concat', '', ['to-string', ['get', 'name']], ' (', ['to-string', ['get', 'ref']], ')']),
    );
  });

  it('is unchanged without own names, if it depends on the zoom, and if it is a constant', () => {
    const stepped: ExpressionSpecification = ['step', ['zoom'], ['get', 'short'], 6, own];
    expect(withoutNames(own, [])).toBe(own);
    expect(withoutNames(stepped, names)).toBe(stepped);
    expect(withoutNames('Port', names)).toBe('Port');
  });
});
