import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import sqlite3 from 'sqlite3';

/**
 * A process that writes to a running server's database, as the admin command does, and copies it, as a back-up does:
 * `node other-writer.mjs DATABASE SCRATCH`. Until its standard input ends, it takes the write lock, keeps it for a
 * while, and lets the server in between; it prints a line after each round.
 */
const HOLD_MS = 25;
const REST_MS = 60;
const [database, scratch] = process.argv.slice(2);

let isOver = false;
process.stdin.on('end', () => {
  isOver = true;
});
process.stdin.resume();

const connection = new sqlite3.Database(database);
const run = (sql) =>
  new Promise((resolve, reject) => connection.exec(sql, (error) => (error === null ? resolve() : reject(error))));
await run('PRAGMA busy_timeout = 60000');
for (let round = 0; !isOver; round++) {
  await run('BEGIN IMMEDIATE');
  await run(`UPDATE accounts SET name = name || '' WHERE id = 1`);
  await wait(HOLD_MS);
  await run('COMMIT');
  if (round % 10 === 0) {
    await run(`VACUUM INTO '${scratch}'`);
    await rm(scratch);
  }
  console.log(round);
  await wait(REST_MS);
}
await new Promise((resolve) => connection.close(resolve));
