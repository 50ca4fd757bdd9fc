import { MeasureKind, NewMeasure, THING_MEASURES } from '../../../contracts/moderation.ts';
import { Email } from '../../../contracts/user.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { readMedia } from '../../store/media-files/open-media-files.ts';
import { accountWithEmail } from '../account-with-email.ts';
import { type OperatorCommand, parseId } from '../operator-command.ts';
import { createMeasures } from './measures.ts';
import { printOpenedParcours } from './print-queue.ts';

const SUSPENSIONS: Readonly<Record<string, boolean>> = { suspend: true, unsuspend: false };

/** Parses a moderation command. Returns undefined for other commands, and an error message for wrong arguments. */
export function parseModeration([command = '', ...rest]: readonly string[]): OperatorCommand | string | undefined {
  if (command === 'open') return parseOpening(rest);
  const suspended = SUSPENSIONS[command];
  if (suspended !== undefined) return parseSuspension(command, suspended, rest);
  return THING_MEASURES.some((kind) => kind === command) ? parseMeasure(command, rest) : undefined;
}

function parseOpening(rest: readonly string[]): OperatorCommand | string {
  const id = ParcoursId.safeParse(parseId(rest[0]));
  if (!id.success || rest.length !== 1) return `Expected open MAP_ID, got open ${rest.join(' ')}`;
  return (database, dataDir, bucket) => printOpenedParcours(database, readMedia(dataDir, bucket), id.data);
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
