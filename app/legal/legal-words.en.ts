import { titles } from '../ui/common-words.ts';
import type { LegalWords } from './legal-words.ts';

export const english = {
  legalStrings: {
    get termsTitle() {
      return titles.terms;
    },
    updated: 'Last updated: December 2026',
    contents: 'Contents',
    ownServer: 'our own server',
    placeholders: {
      association: 'name of the association to be added',
      associationContact: 'contact of the association to be added',
      hosting: 'name and address of the host to be added',
      dpoContact: 'contact of the data protection officer to be added',
      auditor: 'auditor to be added',
      rate: 'rate to be added',
      date: 'date to be added',
      mapHost: 'provider of the map',
      geocoderHost: 'address search service',
    },
    newTerms: {
      changed: 'Our terms of use have changed.',
      read: 'Read',
      ask: 'These terms have changed since you accepted them.',
      accept: 'I accept',
    },
  },
  aboutStrings: {
    title: 'About Drop',
    slogan: 'Located Audio!',
    text: 'Voices, stories and sounds, left where they happened. Walk, and listen to what places have to say.',
    social: 'Follow Drop ici',
    website: 'The Drop ici website',
    terms: 'Terms of use',
  },
  licencesStrings: {
    get title() {
      return titles.licences;
    },
    lead: 'Drop ici is free software, under the MIT licence. It uses the work of other people, each under its own licence.',
    notices: 'Read all the texts',
    noticesHint: 'The notices and licences, in full and in their own language. Opening them needs a network.',
    converter: {
      title: 'The audio converter',
      what: (version: string) =>
        `To convert some audio files, the browser loads ffmpeg-core${version === '' ? '' : ` ${version}`}: FFmpeg 5.1 compiled with x264 and x265. It is a separate program, under the GNU GPL, version 2 or later.`,
      source: 'Its source code',
      offer:
        '{association} undertakes, for at least three years after giving you this program, to give anybody who asks a complete copy of its source code, on a customary medium, for no more than the cost of sending it. Contact: {associationContact}.',
    },
    fonts: {
      title: 'The fonts',
      text: 'Figtree and Fraunces, under the SIL Open Font License 1.1.',
    },
    maps: {
      title: 'The map data',
      streets:
        'Online map: © OpenStreetMap contributors, under the ODbL licence. The map shows its sources; the default background comes from OpenFreeMap, with the OpenMapTiles schema.',
      land: 'Outlines of land on the fallback map: Natural Earth, public domain.',
    },
    inApp: (count: number) => `In the app (${count})`,
    onServer: (count: number) => `On the server (${count})`,
    failed: 'The list of software didn’t load. Check the network, then try again.',
  },
} satisfies LegalWords;
