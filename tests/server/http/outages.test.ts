import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ObjectStoreError } from '../../../server/cluster/object-store.ts';
import { SilenceError } from '../../../server/cluster/postgres-watch.ts';
import { createErrorHandler, createOutageLog, outageOf } from '../../../server/http/error-handler.ts';
import { createLog } from '../../../server/log.ts';

const withCode = (code: string, message = 'failed'): Error => Object.assign(new Error(message), { code });

describe('an outage', () => {
  test.each([
    withCode('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:5432'),
    withCode('57P01', 'terminating connection due to administrator command'),
    withCode('57P03', 'the database system is starting up'),
    withCode('08006'),
    withCode('55P03', 'canceling statement due to lock timeout'),
    withCode('25P03', 'terminating connection due to idle-in-transaction timeout'),
    withCode('53300', 'sorry, too many clients already'),
    new SilenceError('it was silent for 2000 ms'),
    new Error('Connection terminated unexpectedly'),
    new Error('select * from "places" where "id" = ? - Connection terminated unexpectedly'),
    new Error('ROLLBACK - Client has encountered a connection error and is not queryable'),
    new Error('Connection terminated due to connection timeout'),
    new Error('Knex: Timeout acquiring a connection. The pool is probably full.'),
  ])('of the database is recognized by its driver’s errors: %s', (error) => {
    expect(outageOf(error)).toBe('database');
  });

  test('of changes is recognized by a standby’s error, and is no full disk', () => {
    expect(outageOf(withCode('25006', 'cannot execute INSERT in a read-only transaction'))).toBe('standby');
  });

  test('of the store is any failure of the store, and no other failure', () => {
    expect(outageOf(new ObjectStoreError('The store answered 500'))).toBe('store');
    for (const error of [withCode('23505'), withCode('SQLITE_CORRUPT'), new Error('no'), 'ECONNREFUSED']) {
      expect(outageOf(error)).toBeUndefined();
    }
  });
});

describe('a call during an outage', () => {
  let server: Server;
  let lines: { msg: string; err?: unknown }[];
  beforeEach(async () => {
    lines = [];
    const app = express();
    app.get('/', () => {
      throw withCode('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:5432');
    });
    app.get('/standby', () => {
      throw withCode('25006', 'cannot execute INSERT in a read-only transaction');
    });
    app.use(createErrorHandler(createLog('info', { write: (line) => lines.push(JSON.parse(line)) })));
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  });
  afterEach(async () => {
    await new Promise((resolve) => server.close(resolve));
  });

  test('is told to retry, without an address; all such calls make one log line without a stack', async () => {
    const { port } = server.address() as AddressInfo;
    for (let count = 0; count < 20; count++) {
      const response = await fetch(`http://localhost:${port}/`);
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '10']);
      const { error } = (await response.json()) as { error: { code: string; message: string } };
      expect(error).toMatchObject({ code: 'internal', message: expect.stringContaining('nothing is lost, try again') });
      expect(error.message).not.toContain('10.0.0.1');
    }
    expect(lines).toMatchObject([{ msg: 'the database does not answer' }]);
    expect(lines[0]).not.toHaveProperty('err');
  });

  test('is told the same if the database is a standby', async () => {
    const response = await fetch(`http://localhost:${(server.address() as AddressInfo).port}/standby`);
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '10']);
    expect(lines).toMatchObject([{ msg: expect.stringMatching(/takes no changes: it is a standby/) }]);
  });

  test('is counted in the log line of the next minute', () => {
    let nowMs = 0;
    const log = createOutageLog(createLog('info', { write: (line) => lines.push(JSON.parse(line)) }), () => nowMs);
    for (; nowMs < 120_000; nowMs += 1000) log('database', new Error('gone'));
    log('store', new Error('gone, too'));
    expect(lines).toMatchObject([
      { msg: 'the database does not answer', callsSince: 0 },
      { msg: 'the database does not answer', callsSince: 59, reason: 'gone' },
      { msg: 'the store does not answer', callsSince: 0 },
    ]);
  });
});
