import { describe, expect, it } from 'vitest';
import { decideNext, type NextMove, NO_TRIES, type TryEnd } from '../../../app/packs/pack-tries.ts';

/** The decisions after these outcomes, in sequence, with the longest waits. */
function movesAfter(...ends: ReadonlyArray<Partial<TryEnd>>): NextMove[] {
  let tries = NO_TRIES;
  return ends.map((end) => {
    const next = decideNext({ fault: null, retryAfterMs: null, stored: 0, ...end }, tries, 1);
    tries = next.tries;
    return next.move;
  });
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('a download', () => {
  it('is complete once nothing is missing', () => {
    expect(movesAfter({ stored: 3 })).toEqual([{ type: 'complete' }]);
  });

  it('waits for the network as long as it takes, with attempts at most a minute apart', () => {
    const moves = movesAfter(...times(40, { fault: 'network' as const }));
    expect(moves.slice(0, 3)).toEqual([500, 1000, 2000].map((forMs) => ({ type: 'wait', forMs, failure: 'offline' })));
    expect(moves.at(-1)).toEqual({ type: 'wait', forMs: 60_000, failure: 'offline' });
  });

  it('waits as long as the server asks, and never fails for that', () => {
    const moves = movesAfter(...times(20, { fault: 'busy' as const, retryAfterMs: 7000 }));
    expect(moves[0]).toEqual({ type: 'wait', forMs: 7000, failure: null });
    expect(moves.at(-1)?.type).toBe('wait');
  });

  it('fails after five consecutive server errors', () => {
    const server = { fault: 'server' as const };
    expect(movesAfter(...times(5, server)).map(({ type }) => type)).toEqual([...times(4, 'wait'), 'fail']);
    const interrupted = movesAfter(...times(4, server), { ...server, stored: 1 }, ...times(4, server));
    expect(interrupted.at(-2)?.type).toBe('wait');
    expect(interrupted.at(-1)).toEqual({ type: 'fail', failure: 'server' });
  });

  it('requests new links when they have expired, and gives up if new ones expire too', () => {
    const moves = movesAfter(...times(4, { fault: 'ended' as const }));
    expect(moves).toEqual([...times(3, { type: 'renew' }), { type: 'fail', failure: 'server' }]);
  });

  it('fails immediately on a full device and without storage', () => {
    expect(movesAfter({ fault: 'full' })).toEqual([{ type: 'fail', failure: 'full' }]);
    expect(movesAfter({ fault: 'unsupported' })).toEqual([{ type: 'fail', failure: 'unsupported' }]);
  });
});
