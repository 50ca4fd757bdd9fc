import { describe, expect, it } from 'vitest';
import { indexSaid, type SaidHit, searchSaid } from '../../../app/tellings/said-search.ts';
import { foldText } from '../../../contracts/plain-text.ts';
import type { ParcoursWords } from '../../../contracts/telling.ts';
import { writeWebVtt } from '../../../contracts/web-vtt.ts';
import { finish } from '../../support/finish.ts';
import { listedPlace } from '../../support/samples/listed-place.ts';
import { parcoursWords, placeWords, telling } from '../../support/samples/tellings.ts';

describe('a text normalized for comparison', () => {
  it('has no accents, no case and no ligatures', () => {
    expect(foldText('Chœur de l’ÉGLISE')).toBe('choeur de l eglise');
  });

  it('is the same however its accents are composed', () => {
    expect(foldText('e\u0301te\u0301')).toBe(foldText('\u00e9t\u00e9'));
  });
});

function index(words: ParcoursWords, ...list: Parameters<typeof indexSaid>[0]) {
  return finish(indexSaid(list, new Map([[words.id, words]])));
}

const said = (...cues: readonly (readonly [seconds: number, text: string])[]) => ({
  vtt: writeWebVtt(cues.map(([at, text]) => ({ startMs: 1000 * at, endMs: 1000 * at + 900, text }))),
  state: 'approved' as const,
});

const market = listedPlace(1, { appelation: 'Le marché aux fleurs' });
const bridge = listedPlace(2, { appelation: 'Le pont' });
const words = parcoursWords(
  placeWords(
    1,
    telling({
      text: 'Un **chœur** d’enfants y chante. Voir [le programme](https://example.org/pont).',
      transcript: said([0, 'Écoutez l’eau'], [2, 'sous le pont, ex-æquo'], [5, 'avec les oiseaux']),
    }),
    telling({ language: 'en', name: 'The flower market', text: 'A choir of children.' }),
  ),
);
const saidIndex = index(words, market, bridge);
const find = (text: string, language = 'fr') => searchSaid(saidIndex, text, language, 10);
const where = ({ placeId, field, language, atMs }: SaidHit) => ({ placeId, field, language, atMs });

describe('a search in what places say', () => {
  it('finds names, then texts, then transcripts with the second at which it is said', () => {
    expect(find('pont').map(where)).toEqual([
      { placeId: 2, field: 'name', language: 'fr', atMs: null },
      { placeId: 1, field: 'cue', language: 'fr', atMs: 2000 },
    ]);
    expect(find('oiseaux').map(where)).toEqual([{ placeId: 1, field: 'cue', language: 'fr', atMs: 5000 }]);
  });

  it.each([
    ['choeur', 'text'],
    ['CHŒUR', 'text'],
    ["d'enfants", 'text'],
    ['d’enfants', 'text'],
    ['ex aequo', 'cue'],
    ['EX-ÆQUO', 'cue'],
    ["ecoutez l'eau", 'cue'],
    ['marche', 'name'],
  ])('folds accents, case, ligatures, apostrophes and hyphens: %s', (text, field) => {
    expect(find(text).map((hit) => hit.field)).toEqual([field]);
  });

  it('finds words that follow one another over two cues, and all words in another order', () => {
    expect(find('eau sous').map(where)).toEqual([{ placeId: 1, field: 'cue', language: 'fr', atMs: 0 }]);
    expect(find('fleurs marché').map((hit) => hit.field)).toEqual(['name']);
    expect(find('fleurs pont')).toEqual([]);
  });

  it('finds a part of a text whose words are not written apart', () => {
    const texts: readonly (readonly [language: string, text: string])[] = [
      ['ja', 'この橋の下を、染め物職人の川が流れていた。'],
      ['zh', '制革工人曾在这条河里清洗皮革。'],
      ['th', 'ใต้สะพานนี้มีแม่น้ำไหลผ่าน'],
    ];
    const own = parcoursWords(placeWords(1, ...texts.map(([language, text]) => telling({ language, text }))));
    const told = index(own, market);
    const languages = (text: string) => searchSaid(told, text, 'fr', 10).map(({ language }) => language);
    expect(['橋の下', '職人の川', '皮革', 'แม่น้ำ', '橋下', 'シマウマ'].map(languages)).toEqual([
      ...[['ja'], ['ja'], ['zh'], ['th'], [], []],
    ]);
    expect(languages('川 橋')).toEqual(['ja']);
    const transcript = said([0, '制革工人曾在'], [3, '这条河里清洗皮革']);
    const [hit] = searchSaid(index(parcoursWords(placeWords(1, telling({ transcript }))), market), '河里', 'fr', 1);
    expect(hit).toMatchObject({ field: 'cue', atMs: 3000, excerpt: '这条河里清洗皮革' });
  });

  it('puts the wanted language first, and searches the others', () => {
    expect(find('ch', 'en')[0]).toMatchObject({ language: 'en', field: 'text', excerpt: 'A choir of children.' });
    expect(find('flower').map(where)).toEqual([{ placeId: 1, field: 'name', language: 'en', atMs: null }]);
  });

  it('finds nothing in marks and addresses of links, and for no text', () => {
    expect(find('example')).toEqual([]);
    expect(find(' ’- ')).toEqual([]);
  });

  it('shows the words around a find in a long text', () => {
    const long = `${'Avant cela rien. '.repeat(40)}Le rémouleur passe. ${'Après cela rien. '.repeat(40)}`;
    const own = parcoursWords(placeWords(1, telling({ text: long })));
    const [hit] = searchSaid(index(own, market), 'remouleur', 'fr', 1);
    expect(hit?.excerpt).toMatch(/^….*Le rémouleur passe\..*…$/);
    expect(hit?.excerpt.length).toBeLessThan(100);
    const unspaced = `${'那'.repeat(400)}这条河里清洗皮革。 ${'那'.repeat(400)}`;
    const told = index(parcoursWords(placeWords(1, telling({ text: unspaced }))), market);
    expect(searchSaid(told, '清洗皮革', 'fr', 1)[0]?.excerpt).toContain('清洗皮革');
  });
});

describe('a search in 300 places with transcripts', () => {
  const sentence = 'Ici passait la rivière que les tanneurs de la rue basse ont longtemps remplie de peaux.';
  const long = said(...Array.from({ length: 120 }, (_, at) => [4 * at, `${sentence} ${at}`] as const));
  const list = Array.from({ length: 300 }, (_, at) => listedPlace(at + 1));
  const all = index(parcoursWords(...list.map(({ id }) => placeWords(id, telling({ transcript: long })))), ...list);

  it('answers in less than 50 ms', () => {
    searchSaid(all, 'tanneurs', 'fr', 5);
    // Of the processor, because other tests have it meanwhile.
    const before = process.cpuUsage();
    const queries = ['riviere', 'rue basse', 'peaux tanneurs', 'introuvable', 'place 300'];
    for (const query of queries) searchSaid(all, query, 'fr', 5);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000 / queries.length).toBeLessThan(50);
  });
});
