import { expect, it } from 'vitest';
import {
  type AboutFields,
  fieldsOf,
  findClashes,
  readFields,
  rebaseFields,
} from '../../../app/parcours/about/about-fields.ts';
import type { ParcoursAbout } from '../../../contracts/telling.ts';

const known: ParcoursAbout = {
  language: 'fr',
  facts: {
    ...{ authors: 'Ana', lengthM: 2350, durationMin: 90, difficulty: 'medium', hasSteps: false, surface: 'Pavés' },
    ...{ widthCm: 90, toilets: 'À la mairie', transport: 'Bus 3', emergency: '112', licence: 'cc-by' },
  },
  translations: [{ language: 'en', name: 'The quay', description: '' }],
};
const format = (value: number): string => String(value).replace('.', ',');
const fields = fieldsOf({ language: 'fr', facts: {}, translations: [] }, format);
const read = (change: Partial<AboutFields>) => readFields({ ...fields, ...change });

it('what is known comes back as it was, and what is empty is unknown', () => {
  expect(readFields(fieldsOf(known, format))).toEqual({ about: known });
  expect(fieldsOf(known, format).lengthM).toBe('2,35');
  expect(readFields(fields)).toEqual({ about: { language: 'fr', facts: {}, translations: [] } });
});

it.each(['0', '-3', 'deux', '1,2,3', '1001'])('a length of "%s" km is refused', (lengthM) => {
  expect(read({ lengthM })).toEqual({ fault: { why: 'number', field: 'lengthM' } });
});

it('texts that are too long and translations without a name are refused, by their place', () => {
  expect(read({ toilets: 'a'.repeat(255) })).toEqual({ fault: { why: 'too-long', field: 'toilets' } });
  const translations = [{ language: 'en', name: ' ', description: 'A quay' }];
  expect(read({ translations })).toEqual({ fault: { why: 'no-name', at: 0 } });
});

it('a translation into the first language is left out: the parcours has it itself', () => {
  expect(readFields({ ...fieldsOf(known, format), language: 'en' })).toMatchObject({ about: { translations: [] } });
});

it('an edit goes over what others have saved meanwhile: field by field, and translation by translation', () => {
  const named = (language: string, name: string) => ({ language, name, description: '' });
  const from = {
    ...fields,
    toilets: 'Non',
    translations: [named('en', 'Quay'), named('de', 'Kai'), named('es', 'Muelle')],
  };
  const now = {
    ...from,
    surface: 'Pavés',
    translations: [named('en', 'The quay'), named('es', 'Muelle'), named('nl', 'Kade')],
  };
  const others = [named('en', 'Wharf'), named('de', 'Ufer'), named('es', 'El muelle'), named('it', 'Molo')];
  expect(rebaseFields(from, now, { ...from, toilets: 'Oui', translations: others })).toEqual({
    ...{ ...fields, toilets: 'Oui', surface: 'Pavés' },
    translations: [named('en', 'The quay'), named('es', 'El muelle'), named('it', 'Molo'), named('nl', 'Kade')],
  });
  expect(rebaseFields(from, from, { ...from, translations: others }).translations).toEqual(others);
  const clashes = (own: AboutFields, saved: AboutFields) => findClashes(from, own, saved);
  expect(clashes(now, { ...from, toilets: 'Oui', translations: others })).toEqual([
    { translation: 'en' },
    { translation: 'de' },
  ]);
  expect(clashes(now, { ...from, surface: 'Sable' })).toEqual([{ field: 'surface' }]);
  expect(clashes(now, now)).toEqual([]);
  // Somebody translates into what becomes the first language.
  const italian = { ...from, translations: [...from.translations, named('it', 'Molo')] };
  expect(clashes({ ...from, language: 'it' }, italian)).toEqual([{ translation: 'it' }]);
});
