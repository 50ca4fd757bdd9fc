import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import sqlite3 from 'sqlite3';

/**
 * A process that writes to a running server's database, as the admin command does, and copies it, as a back-up does:
 * `node other-writer.mjs DATABASE SCRATCH`. Until its standard input ends, it takes the write lock, keeps it for a
 * while, and lets the server in between; it prints `ready` after the first round, and the number of rounds at the end.
 */
const HOLD_MS = 25;
const REST_MS = 60;
const ROUNDS_MAX = 400;
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
let rounds = 0;
for (; !isOver && rounds < ROUNDS_MAX; rounds++) {
  await run('BEGIN IMMEDIATE');
  await run(`UPDATE accounts SET name = name || '' WHERE id = 1`);
  await wait(HOLD_MS);
  await run('COMMIT');
  if (rounds % 10 === 0) {
    await run(`VACUUM INTO '${scratch}'`);
    await rm(scratch);
  }
  if (rounds === 0) console.log('ready');
  await wait(REST_MS);
}
await new Promise((resolve) => connection.close(resolve));
console.log(rounds);
