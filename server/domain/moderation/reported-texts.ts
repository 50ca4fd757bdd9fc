import { REPORTED_TEXTS_MAX } from '../../../contracts/limits.ts';
import type { ReportedItem, ReportedText } from '../../../contracts/moderation.ts';
import { tellingCode } from '../../../contracts/telling.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Reader } from '../../store/database.ts';
import { listParcoursWords } from '../../store/parcours.ts';
import { pathOfLink } from '../media/media-links.ts';
import { readWordsOf, saysNothing } from '../tellings/place-words.ts';

/** The ids of the items that {@link readTexts} reads. */
interface ReadItems {
  readonly places?: readonly PlaceId[];
  readonly parcours?: readonly ParcoursId[];
}

/**
 * Reads what places and parcours say beside name, description and sound to those who see them, without drafts of
 * transcripts. Returns what reports of one of them retain: equal for equal texts.
 */
export async function readTexts(
  reader: Reader,
  { places = [], parcours = [] }: ReadItems,
): Promise<(item: ReportedItem) => string> {
  const words = await readWordsOf(reader, places, { sign: pathOfLink, seesDrafts: false });
  const translations = await listParcoursWords(reader, ...parcours);
  return (item) => {
    if (item.kind === 'place') return toTexts(words.get(item.id)?.tellings ?? []);
    const own = translations.filter(({ parcours_id }) => parcours_id === item.id);
    return toTexts(
      own.map(({ language, name, description: text }) => ({
        ...{ language, kind: 'standard', name, text, link: null, pictures: [], transcript: null },
      })),
    );
  };
}

/** Returns the texts that a report retains. */
export function parseTexts(texts: string): ReportedText[] {
  // Only what readTexts returned is stored.
  return JSON.parse(texts) as ReportedText[];
}

function toTexts(tellings: readonly ReportedText[]): string {
  const said = tellings.filter((telling) => !saysNothing({ ...telling, media: null }));
  const share = Math.floor(REPORTED_TEXTS_MAX / said.length);
  const kept = said.map(
    ({ language, kind, name, text, link, pictures, transcript }): ReportedText => ({
      ...{ language, kind, name, text: cut(text, share), link, pictures },
      transcript: transcript === null ? null : { ...transcript, vtt: cut(transcript.vtt, share) },
    }),
  );
  return JSON.stringify(kept.sort((one, other) => (tellingCode(one) < tellingCode(other) ? -1 : 1)));
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
