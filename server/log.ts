import { type Logger, pino } from 'pino';

/** Where a secret could stand in a logged object. */
const SECRETS = ['authorization', 'password', 'token'].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** The server's log: JSON lines on standard output, without secrets. */
export function createLog(level: 'info' | 'warn' | 'silent'): Logger {
  return pino({ level, redact: SECRETS });
}
