import type { Geometry } from '../../../contracts/geo.ts';
import { publicPath } from '../../../contracts/open-parcours.ts';
import {
  type ExportedParcours,
  type ExportedPicture,
  type ExportedPlace,
  type ExportedSound,
  type ExportedTelling,
  PARCOURS_FILE_VERSION,
} from '../../../contracts/parcours-file.ts';
import { plainText } from '../../../contracts/plain-text.ts';
import { boxAround, boxOfShape, wrapLng } from '../../../contracts/rings.ts';
import type { ParcoursId, PictureId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Reader } from '../../store/database.ts';
import { listWhole } from '../../store/listed-places.ts';
import { imageNameOf, listParcoursImages } from '../../store/media.ts';
import type { ParcoursRow } from '../../store/parcours.ts';
import { listPictures, type PictureWithFiles } from '../../store/pictures.ts';
import type { HeardRow, PlaceWithMediaRow } from '../../store/places.ts';
import {
  listPictureWords,
  listTellings,
  type PictureWordsRow,
  type PlacesRange,
  type TellingWithMediaRow,
} from '../../store/tellings.ts';
import { nextTurn, SLICE_CHARS } from '../costly-work.ts';
import { imageAddress, pathOfLink } from '../media/media-links.ts';
import { RENDITION_TYPE } from '../places/place-responses.ts';
import { readAbout } from '../tellings/about.ts';
import { toPicture } from '../tellings/pictures.ts';
import { byPlace } from '../tellings/place-words.ts';
import { rightHanded } from './geojson.ts';

/** What the rows of one place say beside name, shape and sound. */
interface Said {
  readonly tellings: readonly TellingWithMediaRow[];
  readonly pictures: readonly PictureWithFiles[];
  readonly described: readonly PictureWordsRow[];
}

/**
 * Reads a whole parcours as its admins see it: the places that all members see and the planned ones, with drafts of
 * transcripts. What waits for an approval, is hidden or deleted stays, and so do members and who made what.
 * @param origin of the site, for links to the public page; null if it is unknown
 */
export async function readWholeParcours(
  reader: Reader,
  parcours: ParcoursRow,
  origin: string | null,
): Promise<ExportedParcours> {
  const { id, title: name, description, needs_approval, slug, visibility } = parcours;
  const rows = await listWhole(reader, id);
  const page = origin === null || slug === null || visibility === null ? null : origin + publicPath(slug);
  const about = await readAbout(reader, parcours);
  const said = await readSaid(reader, id, rows);
  const ordered = rows.filter(({ step }) => step !== null).sort((one, other) => (one.step ?? 0) - (other.step ?? 0));
  const steps = new Map(ordered.map((row, index) => [row.id, index + 1]));
  const features: ExportedPlace[] = [];
  let sliceChars = 0;
  for (const row of rows) {
    features.push(toPlace(row, said(row.id), { step: steps.get(row.id) ?? null, language: about.language, page }));
    sliceChars += row.geometry.length + charsOf(said(row.id));
    if (sliceChars < SLICE_CHARS) continue;
    sliceChars = 0;
    await nextTurn();
  }
  const box = boxAround(features.map(({ geometry }) => boxOfShape(geometry)).filter((one) => one !== null));
  return {
    type: 'FeatureCollection',
    name,
    description,
    ...(page === null ? {} : { link: page }),
    ...(box === null
      ? {}
      : { bbox: [wrapLng(box[0]), box[1], wrapLng(box[2]), box[3]] satisfies ExportedParcours['bbox'] }),
    drop_ici: {
      version: PARCOURS_FILE_VERSION,
      about,
      needs_approval: Boolean(needs_approval),
      image: await readImage(reader, parcours),
    },
    features,
  };
}

async function readImage(reader: Reader, { id, image_url }: ParcoursRow) {
  const images = image_url === null ? [] : await listParcoursImages(reader, id);
  const image = images.find(({ sha256 }) => imageAddress(sha256) === image_url);
  if (image === undefined) return null;
  const { sha256, size_bytes } = image;
  return { file: `pictures/${sha256}.${imageNameOf(sha256).extension}`, sha256, bytes: Number(size_bytes) };
}

async function readSaid(
  reader: Reader,
  parcoursId: ParcoursId,
  rows: readonly PlaceWithMediaRow[],
): Promise<(id: PlaceId) => Said> {
  const [first, last] = [rows[0]?.id, rows.at(-1)?.id];
  if (first === undefined || last === undefined) return () => ({ tellings: [], pictures: [], described: [] });
  const places: PlacesRange = { parcoursId, first, last };
  const tellings = byPlace(await listTellings(reader, places));
  const pictures = byPlace(await listPictures(reader, places));
  const described = byPlace(await listPictureWords(reader, places));
  return (id) => ({
    tellings: tellings.get(id) ?? [],
    pictures: pictures.get(id) ?? [],
    described: described.get(id) ?? [],
  });
}

function toPlace(
  row: PlaceWithMediaRow,
  { tellings, pictures, described }: Said,
  { step, language, page }: { readonly step: number | null; readonly language: string; readonly page: string | null },
): ExportedPlace {
  const positions = new Map(pictures.map(({ id }, position) => [id, position]));
  const told = tellings
    .map((telling) => toTelling(telling, described, positions))
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const standard = told.find((telling) => telling.language === language && telling.kind === 'standard');
  return {
    type: 'Feature',
    id: row.id,
    // Only shapes that passed the schema are stored.
    geometry: rightHanded(JSON.parse(row.geometry) as Geometry),
    properties: {
      name: row.name,
      description: plainText(standard?.text ?? '', { keepsAddresses: true }),
      ...(page === null || row.is_planned ? {} : { link: `${page}#place-${row.id}` }),
      drop_ici: {
        type: row.kind === 'Ici' ? 'Ici' : 'la',
        step,
        planned: Boolean(row.is_planned),
        sound: toSound(row),
        tellings: told,
        pictures: pictures.map(toExportedPicture),
      },
    },
  };
}

/** Characters of what a place's rows say. */
function charsOf({ tellings }: Said): number {
  return tellings.reduce((sum, { text, transcript }) => sum + text.length + (transcript?.length ?? 0), 0);
}

function keyOf({ language, kind }: Pick<ExportedTelling, 'language' | 'kind'>): string {
  return `${language}.${kind}`;
}

function toTelling(
  row: TellingWithMediaRow,
  described: readonly PictureWordsRow[],
  positions: ReadonlyMap<PictureId, number>,
): ExportedTelling {
  const { language, kind, name, text, link, transcript: vtt, transcript_state: state } = row;
  const pictures = described.flatMap(({ picture_id, description, ...words }) => {
    const picture = positions.get(picture_id);
    return picture === undefined || keyOf(words) !== keyOf(row) ? [] : [{ picture, description }];
  });
  const transcript = vtt === null || state === null ? null : { vtt, state };
  return { language, kind, name, text, link, pictures, transcript, sound: toSound(row) };
}

/** Returns the sound of a row with the columns of audio; null without one. */
function toSound(row: HeardRow): ExportedSound | null {
  const { media_sha256: sha256, extension, size_bytes, duration_s: length, rendition_sha256, rendition_bytes } = row;
  if (sha256 === null || size_bytes === null) return null;
  const hasRendition = rendition_sha256 !== null && rendition_bytes !== null;
  return {
    file: `audio/${sha256}.${extension}`,
    sha256,
    bytes: Number(size_bytes),
    length,
    rendition: !hasRendition
      ? null
      : {
          file: `renditions/${sha256}.m4a`,
          sha256: rendition_sha256,
          bytes: Number(rendition_bytes),
          type: RENDITION_TYPE,
        },
  };
}

function toExportedPicture(row: PictureWithFiles): ExportedPicture {
  const { credit, width, height, files } = toPicture(row, pathOfLink);
  return {
    ...{ credit, width, height },
    files: files.map(({ type, width, bytes }, index) => {
      const sha256 = row.files[index]?.sha256 ?? '';
      return { file: `pictures/${sha256}.${row.files[index]?.type}`, sha256, bytes, type, width };
    }),
  };
}
