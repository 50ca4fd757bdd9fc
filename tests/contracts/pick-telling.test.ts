import { describe, expect, it } from 'vitest';
import {
  fallbackOf,
  hasPage,
  nameParcours,
  offerOf,
  type Picked,
  pickTelling,
  wantedOf,
} from '../../contracts/pick-telling.ts';
import type { MediaLink } from '../../contracts/place.ts';
import type { Telling, TellingKey } from '../../contracts/telling.ts';
import { PictureId } from '../../contracts/vocabulary.ts';
import { listedPlace } from '../support/samples/listed-place.ts';
import { parcoursWords, placeWords, telling } from '../support/samples/tellings.ts';

const sound = (link: string): MediaLink => ({ link, length: 60, peaks: null, rendition: null, loudness: null });
const transcript = (text: string) => ({
  vtt: `WEBVTT\n\n00:00.000 --> 00:01.000\n${text}\n`,
  state: 'approved' as const,
});
const place = listedPlace(1, { appelation: 'Le moulin', media: { data: sound('/fr.wav') } });
const ENGLISH: TellingKey = { language: 'en', kind: 'standard' };

const pick = (wanted: TellingKey, ...tellings: Telling[]): Picked =>
  pickTelling(wanted, 'fr', place, placeWords(1, ...tellings));
/** Where each part was taken from. */
const sources = ({ name, text, sound: playing, transcript: read }: Picked) => ({
  name: `${name.text} (${name.language})`,
  text: text === null ? null : `${text.text} (${text.language})`,
  sound: playing === null ? null : playing.media?.data.link,
  transcript: read?.language ?? null,
});

describe('what a place says', () => {
  it('is the place itself in the parcours’ first language, with the text of its own telling', () => {
    const picked = pick(
      { language: 'fr', kind: 'standard' },
      telling({ text: 'Il tourne.', transcript: transcript('a') }),
    );
    expect(sources(picked)).toEqual({
      name: 'Le moulin (fr)',
      text: 'Il tourne. (fr)',
      sound: '/fr.wav',
      transcript: 'fr',
    });
    expect(fallbackOf(picked, 'sound')).toBeNull();
  });

  it('is the wanted telling, part by part', () => {
    const english = telling({ language: 'en', name: 'The mill', text: 'It turns.', media: sound('/en.wav') });
    const picked = pick(ENGLISH, telling({ text: 'Il tourne.', transcript: transcript('a') }), english);
    // The French transcript has the times of another sound.
    expect(sources(picked)).toEqual({
      name: 'The mill (en)',
      text: 'It turns. (en)',
      sound: '/en.wav',
      transcript: null,
    });
    expect(fallbackOf(picked, 'sound')).toBeNull();
  });

  it('falls back visibly to the place, with a translated transcript of its sound', () => {
    const picked = pick(ENGLISH, telling({ language: 'en', name: 'The mill', transcript: transcript('b') }));
    expect(sources(picked)).toEqual({ name: 'The mill (en)', text: null, sound: '/fr.wav', transcript: 'en' });
    expect(fallbackOf(picked, 'sound')).toMatchObject({ language: 'fr', of: 'sound', isOtherLanguage: true });
    expect(fallbackOf(picked, 'transcript')).toBeNull();
  });

  it('falls back visibly for each part alone', () => {
    const english = telling({ language: 'en', name: 'The mill', media: sound('/en.wav') });
    const picked = pick(ENGLISH, telling({ text: 'Il tourne.' }), english);
    expect(fallbackOf(picked, 'sound')).toBeNull();
    expect(fallbackOf(picked, 'text')).toEqual({ language: 'fr', kind: 'standard', of: 'text', isOtherLanguage: true });
  });

  it('is in the wanted language before it is of the wanted kind', () => {
    const children: TellingKey = { language: 'en', kind: 'children' };
    const frenchChildren = telling({ kind: 'children', text: 'Pour vous.', media: sound('/fr-children.wav') });
    const english = telling({ language: 'en', text: 'It turns.' });
    const picked = pick(children, frenchChildren, english);
    expect(sources(picked)).toMatchObject({ text: 'It turns. (en)', sound: '/fr-children.wav' });
    expect(fallbackOf(pick({ language: 'fr', kind: 'easy' }, frenchChildren), 'sound')).toMatchObject({
      kind: 'standard',
      isOtherLanguage: false,
    });
  });

  it('is nothing in a language that nobody asked for', () => {
    const silent = pickTelling(
      ENGLISH,
      'fr',
      { ...place, media: null },
      placeWords(1, telling({ language: 'de', text: 'Da.' })),
    );
    expect(sources(silent)).toEqual({ name: 'Le moulin (fr)', text: null, sound: null, transcript: null });
    expect(hasPage(silent)).toBe(false);
  });

  it('describes each picture in the best language that has a description', () => {
    const pictures = [1, 2, 3].map((id) => ({
      id: PictureId.parse(id),
      credit: '',
      width: 960,
      height: 640,
      files: [],
    }));
    const [wheel, door] = pictures.map(({ id }) => id);
    if (wheel === undefined || door === undefined) throw new Error('Got no pictures');
    const tellings = [
      telling({
        pictures: [
          { id: wheel, description: 'La roue' },
          { id: door, description: 'La porte' },
        ],
      }),
      telling({ language: 'en', pictures: [{ id: wheel, description: 'The wheel' }] }),
    ];
    const picked = pickTelling(ENGLISH, 'fr', place, { tellings, pictures });
    expect(picked.pictures.map(({ description }) => description)).toEqual([
      { text: 'The wheel', language: 'en' },
      { text: 'La porte', language: 'fr' },
      null,
    ]);
  });
});

describe('a choice', () => {
  const words = parcoursWords(placeWords(1, telling({ language: 'en', kind: 'children', text: 'For you.' })));

  it('offers what the parcours has', () => {
    expect(offerOf([words])).toEqual({ languages: ['fr', 'en'], kinds: ['standard', 'children'] });
    expect(offerOf([parcoursWords()])).toEqual({ languages: ['fr'], kinds: ['standard'] });
  });

  it('is the interface’s language if the parcours has it, else its first', () => {
    const none = { language: null, kind: 'standard' } as const;
    expect(wantedOf(none, 'en', words)).toEqual(ENGLISH);
    expect(wantedOf(none, 'de', words)).toEqual({ language: 'fr', kind: 'standard' });
  });

  it('stays a chosen language that the parcours lacks, so that it says so, but no such kind', () => {
    expect(wantedOf({ language: 'de', kind: 'easy' }, 'fr', words)).toEqual({ language: 'de', kind: 'standard' });
  });
});

describe('the name of a parcours', () => {
  const about = {
    language: 'fr',
    facts: {},
    translations: [{ language: 'en', name: 'Mills', description: '' }],
  };
  const own = { name: 'Moulins', description: 'Au fil de l’eau' };

  it('is translated, and keeps a description that is not', () => {
    expect(nameParcours(own, 'en', about)).toEqual({ name: 'Mills', description: 'Au fil de l’eau', language: 'en' });
    expect(nameParcours(own, 'de', about)).toEqual({ ...own, language: 'fr' });
    expect(nameParcours(own, 'en', undefined)).toEqual({ ...own, language: undefined });
  });
});
