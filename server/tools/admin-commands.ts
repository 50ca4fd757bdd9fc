import { plainLine } from '../../contracts/lines.ts';
import { THING_MEASURES } from '../../contracts/moderation.ts';
import { allowNewSecret } from '../cluster/agreement.ts';
import { ACCOUNT_COMMANDS, ACCOUNT_PRINTS, parseAccounts } from '../domain/accounts/operator-accounts.ts';
import { parseModeration } from '../domain/moderation/operator-moderation.ts';
import type { OperatorCommand } from '../domain/operator-command.ts';
import { parseQuota } from '../domain/overview/account-quotas.ts';
import { OPERATOR_PRINTS, parseAuditLog, parseAuditLogCsv } from '../domain/overview/operator-overview.ts';
import { parseRights, RIGHTS_COMMANDS } from '../domain/rights/operator-rights.ts';
import { allowSweep } from '../domain/upkeep/sweep.ts';

/** The commands that take no further arguments. */
const COMMANDS: ReadonlyMap<string, OperatorCommand> = new Map([
  ...Object.entries({ ...ACCOUNT_PRINTS, ...OPERATOR_PRINTS, 'new-secret': allowNewSecret, sweep: allowSweep }).map(
    ([name, print]) => [name, lines(print)] as const,
  ),
]);

/** The commands with arguments; the usage describes these. */
const WITH_ARGUMENTS = [
  ...ACCOUNT_COMMANDS,
  'quota',
  'trail',
  'open',
  ...THING_MEASURES,
  'suspend',
  'unsuspend',
  ...RIGHTS_COMMANDS,
];

/**
 * Parses the arguments to a command; returns an error message if they are invalid.
 *
 * @param publicUrl the app's public origin, if known.
 */
export function parseCommand(args: readonly string[], publicUrl: string | null): OperatorCommand | string {
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
