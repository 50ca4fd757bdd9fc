import { type DestinationStream, type Logger, pino } from 'pino';

/** Where a secret could stand in a logged object. */
const SECRETS = ['authorization', 'password', 'token'].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** The server's log: JSON lines without secrets, on standard output unless told otherwise. */
export function createLog(level: 'info' | 'warn' | 'silent', destination?: DestinationStream): Logger {
  const options = { level, redact: SECRETS };
  return destination === undefined ? pino(options) : pino(options, destination);
}
