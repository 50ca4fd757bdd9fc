import { plainBlock, plainLine } from '../../contracts/lines.ts';
import { readConfig, readPublicUrl } from '../config.ts';
import { parseExchange } from '../domain/exchange/operator-exchange.ts';
import { runOperatorCommand } from './run-operator-command.ts';
import { type Starter, takeAfterMove } from './tool.ts';

/** Exit code for invalid arguments. */
const USAGE_ERROR = 2;

const USAGE = `Usage:
  npm run parcours -- export ID FILE  writes a map to a new file: FILE.zip is the whole of it with all files, FILE.geojson its places
  npm run parcours -- import FILE [--owner EMAIL]
                                      makes a new map of such a ZIP, of this account or of the site's only admin;
                                      only while the server is stopped
The settings are the server's: DATA_DIR, and where it has them DATABASE_URL, MEDIA_STORE, PUBLIC_URL; an import takes all of them, for the limits.
--after-move uses a DATA_DIR from which npm run move took these. Beside a running server, export works as well.`;

/** Writes a parcours to a file, or makes one of a file. */
export async function exchangeParcours(args: readonly string[], starter: Starter): Promise<number> {
  const { isMeant, others } = takeAfterMove(args);
  const command = parseExchange(others, readPublicUrl(starter.env), () => {
    const config = readConfig(starter.env);
    return {
      bounds: { places: config.placesPerMapMax, shapeBytes: config.shapeBytesPerMapMax },
      limits: {
        accountBytes: config.userQuotaBytes,
        freshBytes: config.freshQuotaBytes,
        totalBytes: config.totalQuotaBytes,
      },
      diskReserveBytes: config.diskReserveBytes,
    };
  });
  if (typeof command === 'string') {
    starter.console.error(`${plainBlock(command)}\n\n${USAGE}`);
    return USAGE_ERROR;
  }
  return runOperatorCommand(
    async function* (database, stores) {
      for await (const line of command(database, stores)) yield `${plainLine(line)}\n`;
    },
    isMeant,
    starter,
  );
}
