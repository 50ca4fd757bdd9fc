import { resolve } from 'node:path';
import { DropsChoice } from '../../../contracts/erasure.ts';
import { Email } from '../../../contracts/user.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { readMedia } from '../../store/media-files/open-media-files.ts';
import { type OperatorCommand, parseId } from '../operator-command.ts';
import { eraseForOperator, printErasure } from './operator-erasure.ts';
import { exportForOperator } from './operator-export.ts';

/** The commands that {@link parseRights} parses. */
export const RIGHTS_COMMANDS = ['export', 'erase'] as const;

/**
 * Parses a command about a person's data. Returns undefined for other commands, an error message for wrong arguments.
 */
export function parseRights([command, ...rest]: readonly string[]): OperatorCommand | string | undefined {
  if (command === 'export') return parseExport(rest);
  return command === 'erase' ? parseErasure(rest) : undefined;
}

function parseExport(rest: readonly string[]): OperatorCommand | string {
  const [text, file] = rest;
  const email = Email.safeParse(text);
  if (!email.success || file === undefined || rest.length > 2) {
    return `Expected export EMAIL FILE, got export ${rest.join(' ')}`;
  }
  return async function* (database, dataDir, bucket) {
    yield await exportForOperator(
      database,
      readMedia(dataDir, bucket),
      { email: email.data, path: resolve(file) },
      Date.now,
    );
  };
}

function parseErasure(rest: readonly string[]): OperatorCommand | string {
  const [text, choice, flag, ids] = rest;
  const [email, drops] = [Email.safeParse(text), DropsChoice.safeParse(choice)];
  const confirmed = ids === undefined ? null : parseIds(ids);
  const isFlagged = flag === '--confirm' && confirmed !== null && rest.length === 4;
  if (!email.success || !drops.success || !(isFlagged || rest.length === 2)) {
    const choices = DropsChoice.options.join('|');
    return `Expected erase EMAIL ${choices} [--confirm IDS|none], got erase ${rest.join(' ')}`;
  }
  const erasure = { email: email.data, drops: drops.data };
  return async function* (database, dataDir, bucket) {
    if (confirmed === null) yield* printErasure(database, erasure);
    else yield await eraseForOperator(database, { dataDir, bucket }, erasure, confirmed, Date.now);
  };
}

/** Parses comma-separated ids, or `none`; returns null for anything else. */
function parseIds(text: string): ParcoursId[] | null {
  if (text === 'none') return [];
  const ids = text.split(',').map((id) => ParcoursId.safeParse(parseId(id)));
  return ids.every(({ success }) => success) ? ids.flatMap(({ data }) => data ?? []) : null;
}
