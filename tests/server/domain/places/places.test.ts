import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { ParcoursId } from '../../../../contracts/vocabulary.ts';
import { dataChunk, fmtChunk, wavFile } from '../../../support/audio/wav-bytes.ts';
import { call } from '../../../support/server/api.ts';
import {
  makeParcours,
  makePlace,
  type Person,
  signUpAs,
  signUpMember,
  upload,
} from '../../../support/server/people.ts';
import { useServer } from '../../../support/server/use-server.ts';

const CLIENTS = 3;
const ROUNDS = 8;
const server = useServer();
let owner: Person;
let parcoursId: ParcoursId;
beforeAll(async () => {
  owner = await signUpAs(server, 'Owner', 'admin');
  parcoursId = await makeParcours(server.origin, owner);
});

test('concurrent client writes succeed while another process writes and copies the database', async () => {
  const other = startOtherWriter();
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, () => signUpMember(server, owner, parcoursId, 'Client', 'editor')),
  );
  await expect.poll(other.rounds).toBeGreaterThan(0);

  // Both have made progress in parallel, however slow one of the two is.
  const isEnough = (round: number): boolean => round >= ROUNDS && other.rounds() > ROUNDS;
  const made = await Promise.all(clients.map((client, index) => work(client, index, isEnough)));
  expect(await other.stop()).toBe(0);

  const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, owner.token);
  expect(places).toHaveLength(made.reduce((sum, count) => sum + count));
  for (const { appelation, media } of places) {
    expect(appelation).toBe('Changed');
    expect(media).not.toBeNull();
  }
});

/**
 * Runs one client: each round makes two places, changes one, gives it audio and deletes the other. Returns the number
 * of rounds.
 */
async function work(client: Person, index: number, isEnough: (round: number) => boolean): Promise<number> {
  let round = 0;
  for (; !isEnough(round); round++) {
    const [id, placeId] = await Promise.all([0, 1].map(() => makePlace(server.origin, client, parcoursId)));
    if (id === undefined || placeId === undefined) throw new Error('Expected two places');
    const file = new Blob([wavFile([fmtChunk(), dataChunk(Int16Array.of(index, round))])]);
    await Promise.all([
      call(server.origin, 'updatePlace', { body: { id, appelation: 'Changed' } }, client.token),
      upload(server.origin, client, id, file),
      call(server.origin, 'deletePlace', { params: { placeId } }, client.token),
      call(server.origin, 'startRecording', { body: { place_id: id } }, client.token),
    ]);
  }
  return round;
}

/** Starts a process that ends with this one at the latest; `rounds` counts its writes, `stop` returns its exit code. */
function startOtherWriter(): { rounds(): number; stop(): Promise<unknown> } {
  const script = fileURLToPath(new URL('../../../support/database/other-writer.mjs', import.meta.url));
  const paths = [join(server.dataDir, 'drop-ici.sqlite'), join(server.dataDir, 'copy.sqlite')];
  const child: ChildProcess = spawn(process.execPath, [script, ...paths], { stdio: ['pipe', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new Error('Expected a pipe from the other writer');
  let rounds = 0;
  createInterface(child.stdout).on('line', () => {
    rounds++;
  });
  const ended = once(child, 'close');
  return {
    rounds: () => {
      if (child.exitCode !== null) throw new Error(`The other writer ended after ${rounds} rounds`);
      return rounds;
    },
    stop: async () => {
      child.stdin?.end();
      const [code] = await ended;
      return code;
    },
  };
}
