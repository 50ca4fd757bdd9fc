import { describe, expect, it } from 'vitest';
import { fillIn, readFacts } from '../../../app/legal/filled-text.tsx';
import { english } from '../../../app/legal/terms-text.en.ts';
import { STORED_WORDS, termsText } from '../../../app/legal/terms-text.ts';

const parts = termsText({ google: true });
const wordsOf = (google: boolean): string =>
  termsText({ google })
    .flatMap((part) => part.sections)
    .flatMap((section) => section.blocks.flat())
    .join('\n');

describe('the terms', () => {
  it('have every section of the specification, in its order', () => {
    expect(parts.map((part) => [part.title, part.sections.map((section) => section.title)])).toEqual([
      [
        'Conditions générales d’utilisation',
        [
          'Objet',
          'Description du service',
          'Acceptation',
          'Enregistrement audio et collecte de la position',
          'Vie privée',
        ],
      ],
      [
        'Politique de confidentialité',
        [
          'Responsable du traitement',
          'Données collectées',
          'Utilisation',
          'Partage',
          'Sécurité',
          'Vos droits',
          'Conservation',
          'Cookies et stockage local',
          'Modifications',
          'Contact',
        ],
      ],
      [
        'Mentions légales',
        [
          'Identité de l’association',
          'Propriété intellectuelle',
          'Hébergement',
          'Données personnelles (RGPD)',
          'Cookies',
        ],
      ],
      ['Recherche universitaire', ['Cadre', 'Vos droits', 'Délégué à la protection des données']],
    ]);
  });

  it('leave no section empty, give each a unique id, and use only known placeholders', () => {
    const sections = parts.flatMap((part) => [part, ...part.sections]);
    expect(new Set(sections.map((section) => section.id)).size).toBe(sections.length);
    for (const section of parts.flatMap((part) => part.sections)) {
      const blocks = section.blocks.flat();
      expect(blocks.length, section.title).toBeGreaterThan(0);
      for (const block of blocks) expect(() => fillIn(block, readFacts(null))).not.toThrow();
    }
  });

  it('state how long data are kept', () => {
    expect(wordsOf(false)).toContain('3 ans');
  });

  it('name all other data about a person that the server stores', () => {
    for (const words of ['sessions', 'événements d’usage', 'forme d’onde', 'photos et images', 'sauvegardes']) {
      expect(wordsOf(false)).toContain(words);
    }
  });

  it('mention Google only if its sign-in is offered', () => {
    expect(wordsOf(true)).toContain('Google');
    expect(wordsOf(false)).not.toContain('Google');
  });

  it('name every key that the app stores in the browser', () => {
    for (const key of Object.keys(STORED_WORDS)) expect(wordsOf(false)).toContain(`${key} : `);
  });

  it('have the same sections, paragraphs, facts and numbers in English', () => {
    const shapeOf = (text: string): string => (text.match(/\{\w+\}|\d+/g) ?? []).join(' ');
    const outline = (terms: typeof termsText, google: boolean) =>
      terms({ google }).map(({ id, sections }) => [
        id,
        sections.map((section) => [section.id, section.blocks.map((block) => [block].flat().map(shapeOf))]),
      ]);
    for (const google of [true, false]) expect(outline(english.text, google)).toEqual(outline(termsText, google));
  });
});
