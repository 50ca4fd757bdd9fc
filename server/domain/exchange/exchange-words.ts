import type { Language } from '../../../contracts/vocabulary.ts';
import { english } from './exchange-words.en.ts';

/** What the readme of a parcours' ZIP counts. */
export interface ParcoursCounts {
  readonly places: number;
  readonly sounds: number;
  readonly pictures: number;
}

const french = {
  /** Of files for other tools. */
  folders: { steps: 'Étapes', others: 'Autres lieux', planned: 'Lieux à enregistrer' },
  readMe: 'LISEZ-MOI.txt',
  licenceFile: 'LICENCE.txt',
  text: (name: string, { places, sounds, pictures }: ParcoursCounts) =>
    `DROP ICI : ${name}

Ce dossier contient le parcours entier : ${places} lieu(x), ${sounds} son(s), ${pictures} image(s).
Un autre serveur Drop ici le reprend tel quel, si rien n’y est changé.

parcours.geojson  Les lieux, leurs textes et leur ordre, au format GeoJSON (RFC 7946). Les logiciels de cartographie l’ouvrent ;
                  ce qui n’appartient qu’à Drop ici se trouve sous la clé « drop_ici ».
audio/            Les sons d’origine, au format WAV. Leur nom est l’empreinte SHA-256 de leur contenu.
renditions/       Les mêmes sons, plus légers, pour l’écoute. Leur nom est celui du son d’origine.
pictures/         Les images des lieux, en plusieurs tailles et formats, et celle du parcours.
texts/            Les textes des lieux, au format Markdown : numéro du lieu dans parcours.geojson, langue et version.
transcripts/      Les transcriptions, au format WebVTT, nommées de même.
manifest.json     La liste des fichiers, avec leur taille et l’empreinte SHA-256 de leur contenu.
LICENCE.txt       Ce que vous pouvez en faire.

N’y figurent ni les membres du parcours, ni qui a fait quoi, ni ce qui attend une validation ou a été supprimé.
`,
  licence: (name: string, authors: string, terms: string) => `${name}
${authors === '' ? '' : `Par ${authors}.\n`}
${terms}
`,
  noLicence:
    'Les auteurs n’ont pas dit ce que vous pouvez en faire : demandez-leur avant de publier, de copier ou de changer quoi que ce soit.',
  reserved: 'Tous droits réservés : demandez aux auteurs avant de publier, de copier ou de changer quoi que ce soit.',
  under: (licence: string, address: string) =>
    `Le contenu est sous la licence ${licence} : ${address}\nLes images ont chacune leur crédit, dans parcours.geojson.`,
};
/** The words in one language. */
export type ExchangeWords = typeof french;

/** The words of what leaves the server with a parcours, by the parcours' language. */
export const exchangeWords: Readonly<Record<Language, ExchangeWords>> = { fr: french, en: english };
