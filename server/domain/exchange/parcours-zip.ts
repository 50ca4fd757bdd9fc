import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type ExportedFile,
  type ExportedParcours,
  type ExportedPlace,
  type ExportedSound,
  type ExportedTelling,
  PARCOURS_ENTRIES,
  PARCOURS_FILE_VERSION,
  type ParcoursManifest,
} from '../../../contracts/parcours-file.ts';
import { tellingCode } from '../../../contracts/telling.ts';
import { languageFrom } from '../../../contracts/vocabulary.ts';
import { parseFileName, type StoredMedia } from '../../store/files.ts';
import { sha256Of } from '../keys.ts';
import { LICENCE_TEXTS } from '../licences.ts';
import { streamZip, type ZipEntry } from '../zip-stream.ts';
import { exchangeWords } from './exchange-words.ts';
import { serializeGeojson } from './geojson.ts';

/**
 * Makes the ZIP of a whole parcours while it is read: files come from the store one after the other. The same content
 * gives the same bytes. Files that the store has lost are left out, and so is what the GeoJSON says of them.
 */
export async function makeParcoursZip(files: StoredMedia, whole: ExportedParcours): Promise<Readable> {
  const stored = new Map(filesOf(whole).map((file) => [file.file, file]));
  const lost = new Set<string>();
  for (const { file, bytes } of stored.values()) {
    const name = parseFileName(basename(file));
    if (name === undefined || (await files.sizeOf(name)) !== bytes) lost.add(file);
  }
  const parcours = lost.size === 0 ? whole : withoutLost(whole, lost);
  const texts = [
    ...makeReadMe(parcours),
    { path: PARCOURS_ENTRIES.geojson, content: await serializeGeojson(parcours) },
    ...parcours.features.flatMap(textsOf),
  ];
  const media = [...stored.values()].filter(({ file }) => !lost.has(file)).sort(byFile);
  const manifest: ParcoursManifest = {
    version: PARCOURS_FILE_VERSION,
    files: [
      ...texts.map(({ path, content }) => ({ file: path, sha256: sha256Of(content), bytes: content.length })),
      ...media.map(({ file, sha256, bytes }) => ({ file, sha256, bytes })),
    ].sort(byFile),
  };
  const [readMe, ...others] = texts;
  const listed = { path: PARCOURS_ENTRIES.manifest, content: Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`) };
  return streamZip(
    files,
    [...(readMe === undefined ? [] : [readMe]), listed, ...others, ...media.flatMap(toEntry)],
    false,
  );
}

/** Returns all files that a parcours names, repeated ones too: of sounds, renditions and pictures. */
function filesOf({ features, drop_ici: { image } }: ExportedParcours): ExportedFile[] {
  const soundFiles = (sound: ExportedSound | null): ExportedFile[] =>
    sound === null ? [] : [sound, ...(sound.rendition === null ? [] : [sound.rendition])];
  return [
    ...(image === null ? [] : [image]),
    ...features.flatMap(({ properties: { drop_ici } }) => [
      ...soundFiles(drop_ici.sound),
      ...drop_ici.tellings.flatMap(({ sound }) => soundFiles(sound)),
      ...drop_ici.pictures.flatMap(({ files }) => files),
    ]),
  ];
}

function withoutLost(parcours: ExportedParcours, lost: ReadonlySet<string>): ExportedParcours {
  const present = <File extends ExportedFile>(file: File | null): File | null =>
    file === null || lost.has(file.file) ? null : file;
  const heard = (sound: ExportedSound | null): ExportedSound | null => {
    const there = present(sound);
    return there === null ? null : { ...there, rendition: present(there.rendition) };
  };
  return {
    ...parcours,
    drop_ici: { ...parcours.drop_ici, image: present(parcours.drop_ici.image) },
    features: parcours.features.map(({ properties, ...place }) => ({
      ...place,
      properties: { ...properties, drop_ici: presentDetail(properties.drop_ici) },
    })),
  };

  function presentDetail(detail: ExportedPlace['properties']['drop_ici']) {
    // A picture without one of its files would look broken somewhere.
    const shown = detail.pictures.map((picture) => picture.files.every(({ file }) => !lost.has(file)));
    const positions = shown.map((isShown, index) => (isShown ? shown.slice(0, index).filter(Boolean).length : null));
    return {
      ...detail,
      sound: heard(detail.sound),
      pictures: detail.pictures.filter((_, index) => shown[index]),
      tellings: detail.tellings.map((telling) => ({
        ...telling,
        sound: heard(telling.sound),
        pictures: telling.pictures.flatMap(({ picture, description }) => {
          const position = positions[picture] ?? null;
          return position === null ? [] : [{ picture: position, description }];
        }),
      })),
    };
  }
}

interface TextEntry {
  readonly path: string;
  readonly content: Buffer;
}

/** What people read first. */
function makeReadMe({ name, features, drop_ici }: ExportedParcours): TextEntry[] {
  const { language, facts } = drop_ici.about;
  const words = exchangeWords[languageFrom([language])];
  const heard = features.flatMap(({ properties }) => [properties.drop_ici, ...properties.drop_ici.tellings]);
  const text = words.text(name, {
    places: features.length,
    sounds: heard.filter(({ sound }) => sound !== null).length,
    pictures: features.reduce((sum, { properties }) => sum + properties.drop_ici.pictures.length, 0),
  });
  const { licence } = facts;
  const terms =
    licence === undefined
      ? words.noLicence
      : licence === 'reserved'
        ? words.reserved
        : words.under(...LICENCE_TEXTS[licence]);
  return [
    { path: words.readMe, content: Buffer.from(text) },
    { path: words.licenceFile, content: Buffer.from(words.licence(name, facts.authors ?? '', terms)) },
  ];
}

/** The texts and transcripts of a place, for people and other tools: an import reads them in the GeoJSON. */
function textsOf({ properties: { name, drop_ici } }: ExportedPlace, index: number): TextEntry[] {
  const number = String(index + 1).padStart(3, '0');
  return drop_ici.tellings.flatMap((telling) => {
    const path = `${number}-${tellingCode(telling)}`;
    const text = markdownOf(telling, name);
    const { transcript } = telling;
    return [
      ...(text === '' ? [] : [{ path: `texts/${path}.md`, content: Buffer.from(text) }]),
      ...(transcript === null
        ? []
        : [
            {
              path: `transcripts/${path}.${transcript.state === 'draft' ? 'draft.' : ''}vtt`,
              content: Buffer.from(transcript.vtt),
            },
          ]),
    ];
  });
}

function markdownOf({ name, text, link }: ExportedTelling, placeName: string): string {
  if (text === '' && link === null) return '';
  const parts = [`# ${name === '' ? placeName : name}`, text, link === null ? '' : `<${link}>`];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function toEntry({ file, bytes }: ExportedFile): ZipEntry[] {
  const name = parseFileName(basename(file));
  return name === undefined ? [] : [{ path: file, name, size: bytes }];
}

function byFile(one: { readonly file: string }, other: { readonly file: string }): number {
  return one.file < other.file ? -1 : 1;
}
