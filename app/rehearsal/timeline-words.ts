import { POINT_RADIUS_M } from '../../contracts/limits.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { formatTime } from '../platform/page/time.ts';
import type { RehearsedStart, UnheardPlace } from './rehearsal-log.ts';
import { rehearsalStrings } from './rehearsal-words.ts';

const words = rehearsalStrings;

/** A line of an entry; `bad` is a fault of the parcours, `warning` one that may be intended. */
interface EntryLine {
  readonly text: string;
  readonly tone: 'plain' | 'warning' | 'bad';
}

/** A shorter rest of a story that is heard while walking on is normal. */
const LEFT_MIN_S = 5;

/** Describes a start: where, what it waited for, and how it ended. */
export function describeStart(
  { atS, atM, distanceM, why, waited, leftAtS, endedAtS, cutAtS, cutBy }: RehearsedStart,
  nameOf: (placeId: PlaceId) => string,
  isLengthUnknown: boolean,
): EntryLine[] {
  const where = [words.alongM(atM), ...(distanceM === null ? [] : [words.fromPlaceM(distanceM)])];
  const lines: EntryLine[] = [{ text: where.join(', '), tone: 'plain' }];
  if (why === 'again') lines.push({ text: words.heardAgain, tone: 'plain' });
  if (waited !== null) {
    lines.push({ text: words.waited(formatTime(waited.forS), nameOf(waited.behind)), tone: 'warning' });
  }
  const stopS = endedAtS ?? cutAtS;
  if (leftAtS !== null && stopS !== null && stopS - leftAtS >= LEFT_MIN_S) {
    lines.push({ text: words.left(formatTime(stopS - leftAtS)), tone: 'warning' });
  }
  if (cutAtS !== null && cutBy !== null) {
    lines.push({ text: words.cut(formatTime(cutAtS - atS), nameOf(cutBy)), tone: 'bad' });
  }
  if (isLengthUnknown) lines.push({ text: words.unknownLength, tone: 'plain' });
  return lines;
}

/** Returns why a place is never heard. */
export function describeUnheard(
  { why, behind, distanceM }: UnheardPlace,
  nameOf: (placeId: PlaceId) => string,
): string {
  if (why === 'far') {
    // At this distance it should have been heard: the author must know that distance is not the reason.
    return distanceM !== null && distanceM <= POINT_RADIUS_M ? words.missed(distanceM) : words.far(distanceM);
  }
  if (why === 'masked' && behind !== null) return words.masked(nameOf(behind));
  return why === 'silent' ? words.silent : words.brief;
}
