import { expect, it } from 'vitest';
import { fillIn, readFacts } from '../../../app/legal/filled-text.tsx';
import type { AppConfig } from '../../../contracts/config.ts';

const config: AppConfig = {
  mapStyleUrl: 'https://tiles.example.org/style.json',
  mapStyleDarkUrl: null,
  mapTiles: null,
  geocoderUrl: '/v1/geocode',
  googleClientId: null,
  hasPasskeys: false,
  sendsMail: false,
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

it('fills in the values of the deployment, and marks the missing ones', () => {
  expect(fillIn('Par {association}, chez {hosting}.', readFacts(config))).toEqual([
    { text: 'Par ', missing: false },
    { text: 'Les Voix', missing: false },
    { text: ', chez ', missing: false },
    { text: '[nom et adresse de l’hébergeur à compléter]', missing: true },
    { text: '.', missing: false },
  ]);
});

it('names the hosts of the map and of the geocoder', () => {
  expect(readFacts(config)).toMatchObject({ mapHost: 'tiles.example.org', geocoderHost: 'notre propre serveur' });
});

it('marks every value if the configuration could not be loaded', () => {
  expect(new Set(Object.values(readFacts(null)))).toEqual(new Set([null]));
});

it('puts a non-breaking space before French punctuation', () => {
  expect(fillIn('Ceci : « cela » ; fin !', {})).toEqual([
    { text: 'Ceci\u00a0: «\u00a0cela\u00a0»\u00a0; fin\u00a0!', missing: false },
  ]);
});

it('throws for an unknown name', () => {
  expect(() => fillIn('{nobody}', readFacts(null))).toThrow('Got {nobody}, expected one of association');
});
