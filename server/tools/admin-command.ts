import { plainBlock, plainLine } from '../../contracts/lines.ts';
import { ITEM_MEASURES } from '../../contracts/moderation.ts';
import { ROLES } from '../../contracts/vocabulary.ts';
import { allowNewSecret } from '../cluster/agreement.ts';
import { readPublicUrl } from '../config.ts';
import { ACCOUNT_COMMANDS, ACCOUNT_REPORTS, parseAccounts } from '../domain/accounts/operator-accounts.ts';
import { parseModeration } from '../domain/moderation/operator-moderation.ts';
import type { OperatorCommand } from '../domain/operator-command.ts';
import { parseQuota } from '../domain/overview/account-quotas.ts';
import { OPERATOR_REPORTS, parseAuditLog, parseAuditLogCsv } from '../domain/overview/operator-overview.ts';
import { parseRights, RIGHTS_COMMANDS } from '../domain/rights/operator-rights.ts';
import { allowSweep } from '../domain/upkeep/sweep.ts';
import { runOperatorCommand } from './run-operator-command.ts';
import { type Starter, takeAfterMove } from './tool.ts';

/** Exit code for invalid arguments. */
const USAGE_ERROR = 2;

const USAGE = `Usage:
  npm run admin -- grant EMAIL ROLE   gives an account a role: ${ROLES.join(', ')}
  npm run admin -- list               lists the editors and admins
  npm run admin -- requests           lists who asks for the role editor
  npm run admin -- reset-link EMAIL   prints a link to choose another password, once, within 24 hours
  npm run admin -- quota EMAIL BYTES|default
                                      limits an account's uploads to n bytes, or to the settings' quota
  npm run admin -- trail [--csv] [PART=VALUE]...
                                      prints the newest entries of the trail, or all as CSV; PART is action,
                                      account (EMAIL or ID), mapId, search, from or to (such as 2026-11-24T08:00Z)
  npm run admin -- accounts           lists all accounts but guests', with what they store
  npm run admin -- maps               lists all maps, with what they hold
  npm run admin -- jobs               lists recordings that wait for a waveform or a rendition
  npm run admin -- status             prints the version, the disk, and how much is stored
  npm run admin -- queue              prints what was reported, is hidden or removed, and the suspended accounts
  npm run admin -- sweep              lets the next sweep take files without a row, however many they are
  npm run admin -- new-secret         lets the next start bring another SECRET: all sessions and links to audio end
  npm run admin -- open MAP_ID        prints a map's places, with the files of their audio; the trail notes it
  npm run admin -- hide|restore|delete|warn|dismiss place|map ID [WORDS]
                                      does so; its author is told, with the words, but of a dismissed report
  npm run admin -- suspend|unsuspend EMAIL [WORDS]
                                      suspends an account, whose sessions end, or lifts that
  npm run admin -- export EMAIL FILE  writes a ZIP of all that the server has of somebody to a new file
  npm run admin -- erase EMAIL keep|delete [--confirm IDS|none]
                                      says what an account's end would take, and what becomes of its drops on other maps;
                                      with the maps' ids, as it names them, erases it: only while the server is stopped
Set what the server has: DATA_DIR, its data folder, and where it has them DATABASE_URL (PGPASSWORD), MEDIA_STORE, S3_ENDPOINT,
S3_REGION, S3_PATH_STYLE, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Without DATABASE_URL the database is the file in DATA_DIR.
--after-move uses a DATA_DIR from which npm run move took these. The server may be running, but for a confirmed erasure. PUBLIC_URL is the app's address, for the link.`;

/** Runs a command of the server's operator. */
export async function admin(args: readonly string[], starter: Starter): Promise<number> {
  const { isMeant, others } = takeAfterMove(args);
  const command = parseCommand(others, readPublicUrl(starter.env));
  if (typeof command === 'string') {
    starter.console.error(`${plainBlock(command)}\n\n${USAGE}`);
    return USAGE_ERROR;
  }
  return runOperatorCommand(command, isMeant, starter);
}

/** The commands that take no further arguments. */
const COMMANDS: ReadonlyMap<string, OperatorCommand> = new Map([
  ...Object.entries({ ...ACCOUNT_REPORTS, ...OPERATOR_REPORTS, 'new-secret': allowNewSecret, sweep: allowSweep }).map(
    ([name, report]) => [name, lines(report)] as const,
  ),
]);

/** The commands with arguments; the usage describes these. */
const WITH_ARGUMENTS = [
  ...ACCOUNT_COMMANDS,
  'quota',
  'trail',
  'open',
  ...ITEM_MEASURES,
  'suspend',
  'unsuspend',
  ...RIGHTS_COMMANDS,
];

/**
 * Parses the arguments to a command; returns an error message if they are invalid.
 * @param publicUrl the app's public origin, if known.
 */
function parseCommand(args: readonly string[], publicUrl: string | null): OperatorCommand | string {
  const [command, ...rest] = args;
  const known = command === undefined || rest.length > 0 ? undefined : COMMANDS.get(command);
  if (known !== undefined) return known;
  if (command === 'trail') return rest[0] === '--csv' ? parseAuditLogCsv(rest.slice(1)) : asLines(parseAuditLog(rest));
  if (command === 'quota') return asLines(parseQuota(rest));
  const act = parseModeration(args) ?? parseRights(args) ?? parseAccounts(args, publicUrl);
  if (act !== undefined) return asLines(act);
  return `Expected one of ${[...WITH_ARGUMENTS, ...COMMANDS.keys()].join(', ')}, got: ${args.join(' ')}`;
}

/** A command that outputs lines as they are read. */
function lines(read: OperatorCommand): OperatorCommand {
  return async function* (database, stores) {
    for await (const line of read(database, stores)) yield `${plainLine(line)}\n`;
  };
}

function asLines(parsed: OperatorCommand | string): OperatorCommand | string {
  return typeof parsed === 'string' ? parsed : lines(parsed);
}
