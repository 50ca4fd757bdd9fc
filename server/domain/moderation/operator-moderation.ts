import {
  ITEM_MEASURES,
  type Measure,
  MeasureKind,
  type ModeratedAccount,
  type ModeratedItem,
  NewMeasure,
  type Report,
  type ReportedVersion,
  type ToldSound,
} from '../../../contracts/moderation.ts';
import { tellingCode } from '../../../contracts/telling.ts';
import { Email } from '../../../contracts/user.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import type { FileStores } from '../../store/file-stores.ts';
import type { StoredMedia } from '../../store/files.ts';
import { listPlacesToModerate } from '../../store/moderation.ts';
import { accountWithEmail, type OperatorCommand, parseId } from '../operator-command.ts';
import { toPlaceDetail } from '../places/place-responses.ts';
import { createMeasures } from './measures.ts';
import { openToModerate, readQueue } from './moderation-queue.ts';

const SUSPENSIONS: Readonly<Record<string, boolean>> = { suspend: true, unsuspend: false };

/** Parses a moderation command. Returns undefined for other commands, and an error message for wrong arguments. */
export function parseModeration([command = '', ...rest]: readonly string[]): OperatorCommand | string | undefined {
  if (command === 'open') return parseOpening(rest);
  const suspended = SUSPENSIONS[command];
  if (suspended !== undefined) return parseSuspension(command, suspended, rest);
  return ITEM_MEASURES.some((kind) => kind === command) ? parseMeasure(command, rest) : undefined;
}

function parseOpening(rest: readonly string[]): OperatorCommand | string {
  const id = ParcoursId.safeParse(parseId(rest[0]));
  if (!id.success || rest.length !== 1) return `Expected open MAP_ID, got open ${rest.join(' ')}`;
  return (database, stores) => describeOpenedParcours(database, stores.readMedia(), id.data);
}

function parseMeasure(command: string, rest: readonly string[]): OperatorCommand | string {
  const [kind, id, words] = rest;
  const measure = NewMeasure.safeParse({ thing: { kind, id: parseId(id) }, kind: command, words });
  if (!measure.success || rest.length > 3) {
    return `Expected ${command} place|map ID [WORDS], got ${command} ${rest.join(' ')}`;
  }
  return async function* (database) {
    await createMeasures(database, Date.now).take(null, measure.data);
    const isTold = MeasureKind.safeParse(command).success;
    yield `${command}: ${kind} ${id}${isTold ? '; its author is told' : ''}`;
  };
}

function parseSuspension(command: string, suspended: boolean, rest: readonly string[]): OperatorCommand | string {
  const [text, words] = rest;
  const email = Email.safeParse(text);
  if (!email.success || rest.length > 2) return `Expected ${command} EMAIL [WORDS], got ${command} ${rest.join(' ')}`;
  return async function* (database) {
    const account = await accountWithEmail(database.reader, email.data);
    await createMeasures(database, Date.now).setSuspension(null, account.id, { suspended, words });
    yield `${account.name} <${account.email}> is ${suspended ? '' : 'not '}suspended`;
  };
}

/** Reports what waits for a decision, what is hidden or removed, and suspended accounts, a line for each fact. */
export async function* describeQueue(database: Database, stores: FileStores): AsyncIterable<string> {
  const { things: items, openCount, suspended } = await readQueue(database.reader, stores.readMedia().addressOf);
  yield `${openCount} to decide, ${suspended.length} suspended accounts`;
  for (const item of items) yield* describeItem(item);
  for (const { suspendedAt, ...account } of suspended) yield `suspended ${nameOf(account)}, since ${suspendedAt}`;
}

/**
 * Reports a parcours' places and their audio files, a line each; the audit log has it. @throws AppError `not_found`.
 */
async function* describeOpenedParcours(database: Database, media: StoredMedia, id: ParcoursId): AsyncIterable<string> {
  const { name, description, state, author } = await openToModerate(database, Date.now, null, id);
  yield `map ${id}, ${name}, by ${nameOf(author)}, ${state}: ${description}`;
  for (const row of await listPlacesToModerate(database.reader, id)) {
    const { id: placeId, appelation, held, media_data, userId } = toPlaceDetail(row, media.addressOf);
    const author = userId === null ? 'nobody' : `account ${userId}`;
    yield `- place ${placeId}, ${appelation}, by ${author}, ${held ?? 'shown'}, ${media_data?.link ?? 'no audio'}`;
  }
}

function* describeItem(found: ModeratedItem): Iterable<string> {
  const { thing: item, name, map, author, state, media } = found;
  const where = item.kind === 'place' ? [`on map ${map.id}, ${map.name}`, media?.link ?? 'no audio'] : [];
  yield [`${item.kind} ${item.id}`, name, `by ${nameOf(author)}`, state, ...where].join(', ');
  for (const sound of found.told) yield `- ${formatSound(sound)}`;
  for (const version of found.reportedAs) {
    yield formatVersion(item.kind, version);
    if (version.texts === null) yield '  its texts are left out, changed or not: too many wait';
    for (const { language, kind, ...text } of version.texts ?? []) {
      yield `  ${tellingCode({ language, kind })} said ${JSON.stringify(text)}`;
    }
  }
  yield* found.reports.map(formatReport);
  for (const measure of found.measures) yield* formatMeasure(measure);
}

function formatVersion(
  kind: ModeratedItem['thing']['kind'],
  { name, description, media, told, reportedAt }: ReportedVersion,
): string {
  const what = kind === 'place' ? [media?.link ?? 'no audio', ...told.map(formatSound)].join(', ') : description;
  return `- ${reportedAt} reported in an earlier state, ${name}, ${what}`;
}

function formatSound({ media, ...key }: ToldSound): string {
  return `${tellingCode(key)} ${media.link}`;
}

function formatReport({ madeAt, reason, reporter, words, outside }: Report): string {
  const answerTo = outside?.answerTo == null ? '' : ` (answer to ${outside.answerTo})`;
  const by = outside === null ? (reporter ?? 'a guest') : `somebody without an account${answerTo}`;
  return withWords(`- ${madeAt} report, ${reason}, by ${by}`, words);
}

function* formatMeasure({ takenAt, kind, by, words, answer, answeredAt, isAnswerOpen }: Measure): Iterable<string> {
  yield withWords(`- ${takenAt} ${kind}, by ${by ?? 'nobody'}`, words);
  if (answer !== null) yield withWords(`- ${answeredAt} answer, ${isAnswerOpen ? 'to be read' : 'read'}`, answer);
}

function withWords(text: string, words: string | null): string {
  return words === null ? text : `${text}: ${words}`;
}

function nameOf(account: ModeratedAccount | null): string {
  return account === null ? 'nobody' : `${account.email} (${account.name}, id ${account.id})`;
}
