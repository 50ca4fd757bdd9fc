import { signUp } from '../support/server/people.ts';
import { startServer } from '../support/server/server.ts';
import { fillWithZones, LARGEST_ZONE, listBytes } from '../support/server/zones.ts';
import { checkSame, printTable } from './measure.ts';

const LISTS_AT_ONCE = 8;
const ROUNDS = 7;
const ZONES = 60;

/**
 * The longest turn that our server takes while it sends eight of the largest lists at once, against the work of reading and
 * printing one of them in one piece: for so long, nobody else would be answered.
 */
export async function measureTurns(): Promise<void> {
  const server = await startServer();
  try {
    const owner = await signUp(server.origin, 'Owner');
    const parcoursId = await fillWithZones(server, owner, ZONES);
    let [wholeMs, turnMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < ROUNDS; round++) {
      wholeMs = Math.min(wholeMs, inOnePiece());
      turnMs = Math.min(turnMs, await longestTurnMs(() => listBytes(server.origin, owner.token, parcoursId)));
    }
    printTable(
      `${LISTS_AT_ONCE} lists of ${ZONES} zones at once; the best of ${ROUNDS} rounds, milliseconds of processor time`,
      [
        ['one list in one piece', 'our longest turn', 'part of it'],
        [wholeMs.toFixed(0), turnMs.toFixed(0), (turnMs / wholeMs).toFixed(2)],
      ],
    );
  } finally {
    await server.stop();
  }
}

/** Of this process, not of the clock: what else the machine does takes none of it. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The most work that this process, and so the server, did without turning to anything else while it sent the lists. */
async function longestTurnMs(list: () => Promise<number>): Promise<number> {
  let [longestMs, lastMs, isSending] = [0, processorMs(), true];
  const turn = (): void => {
    const nowMs = processorMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    if (isSending) setImmediate(turn);
  };
  setImmediate(turn);
  const sizes = await Promise.all(Array.from({ length: LISTS_AT_ONCE }, list));
  isSending = false;
  checkSame(new Set(sizes).size === 1, () => `Lists of ${sizes.join(', ')} bytes came`);
  return longestMs;
}

function inOnePiece(): number {
  const startMs = processorMs();
  const text = JSON.stringify({ places: Array.from({ length: ZONES }, () => JSON.parse(LARGEST_ZONE) as unknown) });
  checkSame(text.length > ZONES * 10_000, () => `One list has ${text.length} characters`);
  return processorMs() - startMs;
}
