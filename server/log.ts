import { type DestinationStream, type Logger, pino } from 'pino';

/** Names of secrets, and of what holds them: nothing should log them, and this is the second wall. */
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

/** Where they could stand in a logged object. */
const SECRETS = NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]);

/** The server's log: JSON lines without secrets, on standard output unless told otherwise. */
export function createLog(level: 'info' | 'warn' | 'silent', destination?: DestinationStream): Logger {
  const options = { level, redact: SECRETS };
  return destination === undefined ? pino(options) : pino(options, destination);
}
