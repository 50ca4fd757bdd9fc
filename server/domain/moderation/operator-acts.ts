import { MeasureKind, NewMeasure, THING_MEASURES } from '../../../contracts/moderation/moderation.ts';
import { Email } from '../../../contracts/user.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { findAccountByEmail } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { AppError } from '../app-error.ts';
import { createMeasures } from './measures.ts';
import { printOpenedParcours } from './print-queue.ts';

/** Does something as the server's operator, and prints what in pieces: each is a line, without its end. */
type Act = (database: Database, dataDir: string) => AsyncIterable<string>;

const SUSPENSIONS: Readonly<Record<string, boolean>> = { suspend: true, unsuspend: false };

/**
 * What the operator's words mean, where the first one is a measure of moderation; undefined where it is none, a sentence where
 * the others don't fit.
 */
export function parseModeration([command = '', ...rest]: readonly string[]): Act | string | undefined {
  if (command === 'open') return parseOpening(rest);
  const suspended = SUSPENSIONS[command];
  if (suspended !== undefined) return parseSuspension(command, suspended, rest);
  return THING_MEASURES.some((kind) => kind === command) ? parseMeasure(command, rest) : undefined;
}

function parseOpening(rest: readonly string[]): Act | string {
  const id = ParcoursId.safeParse(numberOf(rest[0]));
  if (!id.success || rest.length !== 1) return `Expected open MAP_ID, got open ${rest.join(' ')}`;
  return (database, dataDir) => printOpenedParcours(database, dataDir, id.data);
}

function parseMeasure(command: string, rest: readonly string[]): Act | string {
  const [kind, id, words] = rest;
  const measure = NewMeasure.safeParse({ thing: { kind, id: numberOf(id) }, kind: command, words });
  if (!measure.success || rest.length > 3) {
    return `Expected ${command} place|map ID [WORDS], got ${command} ${rest.join(' ')}`;
  }
  return async function* (database) {
    await createMeasures(database, Date.now).take(null, measure.data);
    const isTold = MeasureKind.safeParse(command).success;
    yield `${command}: ${kind} ${id}${isTold ? '; its author is told' : ''}`;
  };
}

function parseSuspension(command: string, suspended: boolean, rest: readonly string[]): Act | string {
  const [text, words] = rest;
  const email = Email.safeParse(text);
  if (!email.success || rest.length > 2) return `Expected ${command} EMAIL [WORDS], got ${command} ${rest.join(' ')}`;
  return async function* (database) {
    const account = await findAccountByEmail(database.reader, email.data);
    if (account === undefined) throw new AppError('not_found', `There is no account with the email ${email.data}`);
    await createMeasures(database, Date.now).setSuspension(null, account.id, { suspended, words });
    yield `${account.name} <${account.email}> is ${suspended ? '' : 'not '}suspended`;
  };
}

/** Decimal digits as a number; anything else is not a number. */
function numberOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
}
