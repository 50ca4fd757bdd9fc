import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';

/** Fields that contain secrets. Nothing should log them; redaction is a second line of defence. */
const NAMES = [
  'authorization',
  'Authorization',
  'cookie',
  'password',
  'password_hash',
  'token',
  'token_hash',
  'accessToken',
  'access_token',
  'signature',
  'secret',
  'nonce',
  'body',
  'rawHeaders',
];

/** Their possible paths in a logged object. */
const SECRETS = NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]);

/** Creates the server's log: JSON lines without secrets, by default on standard output. */
export function createLog(level: LevelWithSilent, destination?: DestinationStream): Logger {
  const options = { level, redact: SECRETS };
  return destination === undefined ? pino(options) : pino(options, destination);
}
