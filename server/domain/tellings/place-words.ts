import type { PlaceWords, Telling, TellingKey } from '../../../contracts/telling.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Reader } from '../../store/database.ts';
import { listPictures } from '../../store/pictures.ts';
import {
  findTelling,
  listPictureWords,
  listTellings,
  type PictureWordsRow,
  type SomePlaces,
  type TellingWithMediaRow,
} from '../../store/tellings.ts';
import type { SignLink } from '../media/media-links.ts';
import { toMediaLink } from '../places/place-responses.ts';
import { toPicture } from './pictures.ts';

/** How words are shown to who reads them. */
interface Reading {
  readonly sign: SignLink;
  /** Whether they see drafts of transcripts. */
  readonly seesDrafts: boolean;
}

/** Returns what these places say beside name and sound, by their id; without places that say no more than that. */
export async function readWordsOf(
  reader: Reader,
  places: SomePlaces,
  reading: Reading,
): Promise<Map<PlaceId, PlaceWords>> {
  const tellings = byPlace(await listTellings(reader, places));
  const described = byPlace(await listPictureWords(reader, places));
  const pictures = byPlace(await listPictures(reader, places));
  const words = new Map<PlaceId, PlaceWords>();
  for (const id of new Set([...tellings.keys(), ...pictures.keys()])) {
    const shown = (tellings.get(id) ?? [])
      .map((row) => toTelling(row, described.get(id) ?? [], reading))
      .filter((telling) => !saysNothing(telling));
    const pictured = (pictures.get(id) ?? []).map((picture) => toPicture(picture, reading.sign));
    if (shown.length > 0 || pictured.length > 0) words.set(id, { id, tellings: shown, pictures: pictured });
  }
  return words;
}

/** Returns what one place says, perhaps nothing. */
export async function readPlaceWords(reader: Reader, id: PlaceId, reading: Reading): Promise<PlaceWords> {
  return (await readWordsOf(reader, id, reading)).get(id) ?? { id, tellings: [], pictures: [] };
}

/** Returns one telling of a place with its draft, perhaps one that says nothing. */
export async function readTelling(reader: Reader, id: PlaceId, key: TellingKey, sign: SignLink): Promise<Telling> {
  const row = await findTelling(reader, id, key);
  if (row !== undefined) return toTelling(row, await listPictureWords(reader, id, key), { sign, seesDrafts: true });
  const { language, kind } = key;
  return { language, kind, name: '', text: '', link: null, pictures: [], transcript: null, media: null };
}

/** Whether nothing is left of a telling. */
export function saysNothing({ name, text, link, pictures, transcript, media }: Telling): boolean {
  return name === '' && text === '' && link === null && pictures.length === 0 && transcript === null && media === null;
}

/** Groups rows by their place. */
export function byPlace<Row extends { readonly place_id: PlaceId }>(rows: readonly Row[]): Map<PlaceId, Row[]> {
  const groups = new Map<PlaceId, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.place_id);
    if (group === undefined) groups.set(row.place_id, [row]);
    else group.push(row);
  }
  return groups;
}

function toTelling(
  row: TellingWithMediaRow,
  described: readonly PictureWordsRow[],
  { sign, seesDrafts }: Reading,
): Telling {
  const { language, kind, name, text, link, transcript: vtt, transcript_state: state } = row;
  return {
    language,
    kind,
    name,
    text,
    link,
    pictures: described
      .filter((words) => words.language === language && words.kind === kind)
      .map(({ picture_id: id, description }) => ({ id, description })),
    transcript: vtt === null || state === null || (state === 'draft' && !seesDrafts) ? null : { vtt, state },
    media: toMediaLink(row, sign),
  };
}
