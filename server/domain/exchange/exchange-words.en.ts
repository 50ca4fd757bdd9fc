import type { ExchangeWords } from './exchange-words.ts';

/** The English words of what leaves the server with a parcours. */
export const english: ExchangeWords = {
  folders: { steps: 'Stops', others: 'Other places', planned: 'Places to record' },
  readMe: 'README.txt',
  licenceFile: 'LICENCE.txt',
  text: (name, { places, sounds, pictures }) =>
    `DROP ICI: ${name}

This folder contains the whole map: places: ${places}, sounds: ${sounds}, pictures: ${pictures}.
Another Drop ici server takes it in as it is, if nothing in it is changed.

parcours.geojson  The places, their texts and their order, as GeoJSON (RFC 7946). Map software opens it; what belongs to
                  Drop ici alone is under the key "drop_ici".
audio/            The original sounds, as WAV. Their name is the SHA-256 of their content.
renditions/       The same sounds, lighter, for listening. Their name is that of the original sound.
pictures/         The pictures of the places, in several sizes and formats, and that of the map.
texts/            The texts of the places, in Markdown: number of the place in parcours.geojson, language and version.
transcripts/      The transcripts, in WebVTT, named likewise.
manifest.json     The list of the files, with their size and the SHA-256 of their content.
LICENCE.txt       What you may do with it.

It contains neither the map's members, nor who made what, nor anything that waits for an approval or was deleted.
`,
  licence: (name, authors, terms) => `${name}
${authors === '' ? '' : `By ${authors}.\n`}
${terms}
`,
  noLicence: 'The authors have not said what you may do with it: ask them before you publish, copy or change anything.',
  reserved: 'All rights reserved: ask the authors before you publish, copy or change anything.',
  under: (licence, address) =>
    `The content is under the licence ${licence}: ${address}\nEach picture has its credit, in parcours.geojson.`,
};
