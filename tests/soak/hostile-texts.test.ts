import { describe, expect, test } from 'vitest';
import { fillHostile, markOf } from '../support/hostile/hostile-stage.ts';
import { HOSTILE_TEXTS } from '../support/hostile/hostile-texts.ts';
import { tourHostile } from '../support/hostile/hostile-tour.ts';
import { WRITTEN, type Written } from '../support/hostile/written-texts.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { useServer } from '../support/server/use-server.ts';

/** As many as one person may report or remark in an hour, and lists show at once. */
const AT_ONCE = 25;
/** `ROUNDS=1 PAYLOADS=2` tries two texts only. */
const ROUNDS = Number(process.env.ROUNDS ?? HOSTILE_TEXTS.length / AT_ONCE);
const PAYLOADS = Number(process.env.PAYLOADS ?? AT_ONCE);
const rounds = Array.from({ length: ROUNDS }, (_, round) =>
  HOSTILE_TEXTS.slice(round * AT_ONCE, round * AT_ONCE + PAYLOADS),
);
const written = Object.keys(WRITTEN) as Written[];
/** Each is read by one person, who would have to log in for it: one of a round is enough. */
const OF_ONE_PERSON: readonly Written[] = ['roleAnswer', 'suspension'];

describe.each(rounds.map((payloads, round) => [round, payloads] as const))('payloads of round %i', (_, payloads) => {
  const server = useServer();
  const openPage = usePhones(server);

  test('are shown in every text that people write, and nothing of them runs, loads or is markup', async () => {
    const stage = await fillHostile(server, payloads);
    const { harm, marks } = await tourHostile(openPage, stage);
    expect(harm).toEqual([]);
    const expected = written.flatMap((one) =>
      [...payloads.keys()].filter((at) => at === 0 || !OF_ONE_PERSON.includes(one)).map((at) => markOf(one, at)),
    );
    expect(expected.filter((mark) => !marks.has(mark))).toEqual([]);
  }, 1_200_000);
});
