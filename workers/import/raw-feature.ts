import { IMPORT_PLACES_MAX } from '../../contracts/imported-file.ts';

/** A shape as a file has it: GeoJSON that nobody has checked. */
export interface RawGeometry {
  readonly type: string;
  readonly coordinates?: unknown;
  readonly geometries?: readonly RawGeometry[];
}

/** A part of a file that may become places, as it is written there: texts may be empty, long, or HTML. */
export interface RawFeature {
  readonly name: string;
  readonly text: string;
  readonly link: string;
  /** Null if the file gives none. */
  readonly geometry: RawGeometry | null;
  readonly folder: string;
  /** Name, path or address of its sound's file. */
  readonly soundName: string;
  /** Whether the text is Markdown of ours, and taken as it is. */
  readonly isMarkdown?: boolean;
}

/** More parts of a file than can become places: some are lines, or have no position. */
const FEATURES_MAX = 2 * IMPORT_PLACES_MAX;

/** The parts of a file, of which only so many are held: a file of 20 MB may have a million. */
export class FeatureList {
  readonly list: RawFeature[] = [];
  /** How many there were beyond those that are held. */
  left = 0;

  /** Adds a part, which is only made if there is room for it. */
  add(make: () => RawFeature): void {
    if (this.list.length < FEATURES_MAX) this.list.push(make());
    else this.left += 1;
  }
}

/** The names under which programs, in French and English, write what a place has; the first that has a text counts. */
const FIELDS = {
  name: ['name', 'nom', 'title', 'titre', 'appelation', 'label', 'libelle', 'nom_itineraire', 'name_fr', 'nom_fr'],
  text: [
    ...['text', 'texte', 'description', 'desc', 'descriptif', 'contenu', 'presentation', 'presentation_courte'],
    ...['resume', 'commentaire', 'notes', 'note', 'cmt', 'description_teaser', 'body'],
  ],
  link: ['link', 'lien', 'url', 'site', 'website', 'site_web', 'web'],
  folder: ['folder', 'dossier', 'categorie', 'category', 'type', 'calque', 'layer'],
  soundName: [
    ...['fichier', 'file', 'filename', 'file_name', 'nom_fichier', 'nom_du_fichier', 'fichier_son', 'son', 'sound'],
    ...['audio', 'media', 'mp3'],
  ],
} as const satisfies Record<string, readonly string[]>;

/** A part of {@link RawFeature} that is a text. */
export type FieldName = keyof typeof FIELDS;

/** Folds a column's or a property's name: case, accents, what is not a letter or a digit, and our own prefix. */
export function foldKey(key: string): string {
  return key
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .replace(/^drop_ici_/, '');
}

/** Returns the texts of a feature's properties, whose names are any program's. */
export function readFields(properties: ReadonlyMap<string, string>): Readonly<Record<FieldName, string>> {
  const folded = new Map([...properties].map(([key, value]) => [foldKey(key), value.trim()]));
  const find = (field: FieldName): string => {
    const key = FIELDS[field].find((name) => (folded.get(name) ?? '') !== '');
    return key === undefined ? '' : (folded.get(key) ?? '');
  };
  return {
    name: find('name'),
    text: find('text'),
    link: find('link'),
    folder: find('folder'),
    soundName: find('soundName'),
  };
}
