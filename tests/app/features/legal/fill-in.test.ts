import { expect, it } from 'vitest';
import { fillIn, readFacts } from '../../../../app/features/legal/fill-in.ts';
import type { AppConfig } from '../../../../contracts/config.ts';

const config: AppConfig = {
  mapStyleUrl: 'https://tiles.example.org/style.json',
  mapStyleDarkUrl: null,
  geocoderUrl: '/v1/geocode',
  googleClientId: null,
  uploadMaxBytes: 2 ** 30,
  identity: {
    associationName: 'Les Voix',
    associationContact: null,
    hostingName: null,
    dpoContact: null,
    websiteUrl: null,
    socialUrl: null,
  },
};

it('puts what the deployment tells into the text, and marks what it does not tell', () => {
  expect(fillIn('Par {association}, chez {hosting}.', readFacts(config))).toEqual([
    { text: 'Par ', missing: false },
    { text: 'Les Voix', missing: false },
    { text: ', chez ', missing: false },
    { text: '[nom et adresse de l’hébergeur à compléter]', missing: true },
    { text: '.', missing: false },
  ]);
});

it('names whose servers are asked for the map and for addresses', () => {
  expect(readFacts(config)).toMatchObject({ mapHost: 'tiles.example.org', geocoderHost: 'notre propre serveur' });
});

it('marks everything where the deployment could not be asked', () => {
  expect(new Set(Object.values(readFacts(null)))).toEqual(new Set([null]));
});

it('keeps French punctuation beside its word', () => {
  expect(fillIn('Ceci : « cela » ; fin !', {})).toEqual([
    { text: 'Ceci\u00a0: «\u00a0cela\u00a0»\u00a0; fin\u00a0!', missing: false },
  ]);
});

it('refuses a name that is no fact', () => {
  expect(() => fillIn('{nobody}', readFacts(null))).toThrow('Got {nobody}, expected one of association');
});
