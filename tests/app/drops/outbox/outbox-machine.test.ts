import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  advance,
  begunKeysOf,
  isDue,
  isUnsent,
  mayBeForgotten,
  nextStep,
  type OutboxEvent,
  titleOf,
} from '../../../../app/drops/outbox/outbox-machine.ts';
import { createRecord } from '../../../../app/drops/outbox/outbox-records.ts';
import type { OutboxRecord } from '../../../../app/platform/storage/outbox-store.ts';
import { TEXT_LINE_MAX } from '../../../../contracts/limits.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';

const draft = {
  mapId: ParcoursId.parse(4),
  geometry: { type: 'Point' as const, coordinates: [2.34, 48.85] as [number, number] },
  title: ' Le vent ',
  placeId: null,
  audio: { recordingId: 'a-recording' },
  fileName: null,
  sessionId: null,
};
const record = createRecord(draft, 'an-id', UserId.parse(3));
const place = PlaceId.parse(9);
const having = (from: OutboxRecord, ...events: OutboxEvent[]): OutboxRecord => events.reduce(advance, from);

type Failed = Extract<OutboxEvent, { type: 'failed' }>;
const failed = (step: Failed['step'], failure: Failed['failure'], nowMs = 1000, random = 1): Failed => ({
  ...{ type: 'failed', step, failure, nowMs, random },
  key: 'another',
});
const passing = { type: 'passing', retryAfterMs: null } as const;
const placed = [
  { type: 'asking', nowMs: 1000 },
  { type: 'placed', placeId: place },
] as const;

describe('a waiting drop', () => {
  it('requests its place, sends its audio and title, and is done', () => {
    expect(nextStep(record)).toBe('create');
    const made = having(record, ...placed);
    expect(made).toMatchObject({ askedTitle: 'Le vent', serverTitle: 'Le vent', placeId: place });
    expect(nextStep(made)).toBe('send');
    const sent = having(made, { type: 'sent' });
    expect(nextStep(sent)).toBe('done');
    const renamed = having(sent, { type: 'retitled', title: 'Le quai' });
    expect(nextStep(renamed)).toBe('title');
    expect(nextStep(having(renamed, { type: 'titled-there', title: 'Le quai' }))).toBe('done');
  });

  it('has a place with the default name while it is a draft, and rests when its audio is sent', () => {
    const sent = having({ ...record, isDraft: true }, ...placed, { type: 'sent' });
    expect(sent).toMatchObject({ askedTitle: 'drop', askedAsDraft: true, serverTitle: null });
    expect([nextStep(sent), isUnsent(sent)]).toEqual(['rest', false]);
    expect(having(sent, { type: 'draft-titled', title: 'Le q' })).toMatchObject({ title: 'Le q', isDraft: true });
    const saved = having(sent, { type: 'retitled', title: 'Le quai' });
    expect([nextStep(saved), isUnsent(saved)]).toEqual(['title', true]);
  });

  it('whose title, from an earlier version, is too long for the server is sent shortened', () => {
    const long = { ...record, title: `${'Le vent '.repeat(40)}\u{1F600}` };
    expect(titleOf(long).length).toBeLessThanOrEqual(TEXT_LINE_MAX);
    expect(titleOf({ title: 'é\u0007'.repeat(TEXT_LINE_MAX) })).toBe('é'.repeat(TEXT_LINE_MAX));
    expect(titleOf({ title: `${'a'.repeat(TEXT_LINE_MAX - 1)}\u{1F600}` })).toBe('a'.repeat(TEXT_LINE_MAX - 1));
    const sent = having(long, ...placed, { type: 'sent' }, { type: 'titled-there', title: titleOf(long) });
    expect(nextStep(sent)).toBe('done');
  });

  it('that is saved as "drop" is still published with that title', () => {
    const saved = having({ ...record, isDraft: true }, ...placed, { type: 'sent' }, { type: 'retitled', title: ' ' });
    expect(nextStep(saved)).toBe('title');
    expect(nextStep(having(saved, { type: 'titled-there', title: 'drop' }))).toBe('done');
  });

  it('that is saved before its place is requested is published at once, with its title', () => {
    const asked = having({ ...record, isDraft: true }, { type: 'retitled', title: 'Le quai' }, ...placed);
    expect(asked).toMatchObject({ askedTitle: 'Le quai', askedAsDraft: false, serverTitle: 'Le quai' });
    expect(nextStep(having(asked, { type: 'sent' }))).toBe('done');
  });

  it('repeats its first request even if it was saved meanwhile', () => {
    const saved = having({ ...record, isDraft: true }, placed[0], { type: 'retitled', title: 'Le quai' }, placed[0]);
    expect(saved).toMatchObject({ askedTitle: 'drop', askedAsDraft: true });
    const sent = having(saved, placed[1], { type: 'sent' });
    expect([nextStep(sent), isUnsent(sent)]).toEqual(['title', true]);
  });

  it('of an earlier build, whose place was never a draft, sends no title if it is "drop"', () => {
    const earlier = having(record, ...placed, { type: 'sent' });
    const saved = having(
      { ...earlier, isDraft: true, askedTitle: 'drop', serverTitle: 'drop' },
      {
        type: 'retitled',
        title: '',
      },
    );
    expect(nextStep(saved)).toBe('done');
  });

  it('for an existing place is not sent before it is saved, since everybody would hear it', () => {
    const attached = createRecord({ ...draft, placeId: place, title: '', isDraft: true }, 'an-id', UserId.parse(3));
    expect([nextStep(attached), isUnsent(attached), isDue(attached, 0)]).toEqual(['rest', true, false]);
    expect(nextStep(having(attached, { type: 'retitled', title: '' }))).toBe('send');
  });

  it('for an existing place renames it only if a title was given, and never deletes it', () => {
    const attached = createRecord({ ...draft, placeId: place, title: '' }, 'an-id', UserId.parse(3));
    expect(nextStep(attached)).toBe('send');
    expect(nextStep(having(attached, { type: 'sent' }))).toBe('done');
    expect(nextStep(having({ ...attached, title: 'Le pont' }, { type: 'sent' }))).toBe('title');
    expect(nextStep(having(attached, { type: 'discarded', nowMs: 0 }))).toBe('done');
  });

  it('is removed with its place when it is discarded, even if that was only possibly made', () => {
    expect(nextStep(having(record, { type: 'discarded', nowMs: 0 }))).toBe('done');
    const asked = having(record, { type: 'asking', nowMs: 1000 }, { type: 'discarded', nowMs: 0 });
    expect(nextStep(asked)).toBe('remove');
    const made = having(record, ...placed, { type: 'discarded', nowMs: 0 });
    expect(nextStep(made)).toBe('remove');
    expect(nextStep(having(made, { type: 'removed' }))).toBe('done');
    expect(nextStep(having(made, failed('remove', { type: 'refused', why: 'forbidden' })))).toBe('done');
    expect(nextStep(having(made, failed('remove', passing)))).toBe('remove');
  });

  it('takes back a begun upload, even without a response and for an existing place', () => {
    const attached = createRecord({ ...draft, placeId: place, title: '' }, 'an-id', UserId.parse(3));
    const begun = having(attached, { type: 'begun' }, { type: 'begun' });
    expect(begunKeysOf(begun)).toEqual([attached.audioKey]);
    const discarded = having(begun, { type: 'discarded', nowMs: 0 });
    expect(nextStep(discarded)).toBe('remove');
    expect(nextStep(having(discarded, { type: 'removed' }))).toBe('done');
    expect(begunKeysOf(having(begun, { type: 'sent' }))).toEqual([]);
  });

  it('remembers each upload key until the server holds nothing under it', () => {
    const begun = having(record, ...placed, { type: 'begun' });
    const renamed = having(begun, failed('send', { type: 'conflict' }), { type: 'begun' });
    expect(begunKeysOf(renamed)).toEqual([record.audioKey, 'another']);
    const remade = having(begun, failed('send', { type: 'gone' }), { type: 'retried', nowMs: 0, key: 'fresh' });
    expect(begunKeysOf(remade)).toEqual([record.audioKey]);
    expect(begunKeysOf(having(renamed, { type: 'abandoned', key: record.audioKey }))).toEqual(['another']);
  });

  it('of an earlier build, which stored only a URL, also takes back its upload', () => {
    const kept = { ...having(record, ...placed), resumeUrl: '/v1/drop/resumable/x' };
    expect(begunKeysOf(kept)).toEqual([record.audioKey]);
  });

  it('requests the same place again, even if the title has changed', () => {
    const asked = having(
      record,
      { type: 'asking', nowMs: 1000 },
      { type: 'retitled', title: 'Le quai' },
      { type: 'asking', nowMs: 1000 },
    );
    expect(asked).toMatchObject({ askedTitle: 'Le vent', placeKey: record.placeKey });
    expect(nextStep(having(asked, { type: 'placed', placeId: place }, { type: 'sent' }))).toBe('title');
  });
});

describe('a failed drop', () => {
  it('waits twice as long each time, with jitter, and at most five minutes', () => {
    const waits = (random: number): number[] => {
      let waiting = record;
      return Array.from({ length: 12 }, () => {
        waiting = advance(waiting, failed('create', passing, 0, random));
        return waiting.nextTryMs / 1000;
      });
    };
    expect(waits(1)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300]);
    expect(waits(0).slice(0, 3)).toEqual([1, 2, 4]);
  });

  it('is due when the wait is over, or the network may be back', () => {
    const waiting = advance(record, failed('send', passing));
    expect([isDue(waiting, 2999), isDue(waiting, 3000)]).toEqual([false, true]);
    expect(isDue(advance(waiting, { type: 'hastened', nowMs: 1500 }), 1500)).toBe(true);
  });

  it('waits as long as the server asks, unless the person insists', () => {
    const told = advance(record, failed('send', { type: 'passing', retryAfterMs: 60_000 }));
    expect(told.nextTryMs).toBe(61_000);
    expect(advance(told, { type: 'hastened', nowMs: 5000 }).nextTryMs).toBe(61_000);
    expect(isDue(advance(told, { type: 'retried', nowMs: 5000, key: 'k' }), 5000)).toBe(true);
  });

  it('does not wait because a clock was set back, and at most an hour for any server', () => {
    const hourMs = 60 * 60 * 1000;
    const told = advance(record, failed('send', { type: 'passing', retryAfterMs: 48 * hourMs }, 0));
    expect([told.nextTryMs, isDue(told, 1000)]).toEqual([hourMs, false]);
    const early = 400 * 24 * hourMs;
    const ahead = advance(record, failed('send', { type: 'passing', retryAfterMs: 60_000 }, early));
    expect(isDue(ahead, 1000)).toBe(true);
    expect(advance(ahead, { type: 'hastened', nowMs: 1000 }).nextTryMs).toBe(1000);
  });

  it('is repeated safely while the server knows the key, which may end after half a month', () => {
    const dayMs = 24 * 60 * 60 * 1000;
    expect(mayBeForgotten(record, 0)).toBe(false);
    const asked = having(record, { type: 'asking', nowMs: dayMs }, { type: 'asking', nowMs: 9 * dayMs });
    expect([2, 15, 17, 0].map((day) => mayBeForgotten(asked, day * dayMs))).toEqual([false, false, true, true]);
    expect(mayBeForgotten({ ...asked, askedAtMs: null }, 2 * dayMs)).toBe(true);
  });

  it('whose place request conflicts, and is not found, makes another place only on request', () => {
    const asked = having(record, { type: 'asking', nowMs: 0 }, failed('create', { type: 'conflict' }));
    expect([nextStep(asked), asked.refusal]).toEqual(['rest', { step: 'create', why: 'conflict' }]);
    const again = advance(asked, { type: 'retried', nowMs: 0, key: 'fresh' });
    expect(again).toMatchObject({ placeKey: 'fresh', askedTitle: null, askedAtMs: null, refusal: null });
  });

  it('stops after a refusal, and continues with the same keys when the person retries', () => {
    const refused = advance(record, failed('create', { type: 'refused', why: 'forbidden' }));
    expect([nextStep(refused), refused.refusal, isUnsent(refused)]).toEqual([
      'rest',
      { step: 'create', why: 'forbidden' },
      true,
    ]);
    const again = advance(refused, { type: 'retried', nowMs: 0, key: 'k' });
    expect(again).toMatchObject({ refusal: null, placeKey: record.placeKey });
    expect(nextStep(again)).toBe('create');
  });

  it('that was refused as it was asked for is created anew under its present title when the person retries', () => {
    const asked = having(record, { type: 'asking', nowMs: 0 });
    const refused = advance(asked, failed('create', { type: 'refused', why: 'invalid_request' }));
    const titled = having(refused, { type: 'retitled', title: 'Plus court' });
    const again = advance(titled, { type: 'retried', nowMs: 0, key: 'fresh' });
    expect(again).toMatchObject({ placeKey: 'fresh', askedTitle: null, refusal: null, title: 'Plus court' });
  });

  it('with invalid audio is sent with a new key to the same place when the person retries', () => {
    const begun = having(record, ...placed, { type: 'begun' }, { type: 'resumable', resumeUrl: 'x' });
    const refused = advance(begun, failed('send', { type: 'refused', why: 'invalid_audio' }));
    expect(nextStep(refused)).toBe('rest');
    const again = advance(refused, { type: 'retried', nowMs: 0, key: 'fresh' });
    expect(again).toMatchObject({ placeId: place, placeKey: record.placeKey, resumeUrl: null, refusal: null });
    expect(again.audioKey).not.toBe(record.audioKey);
    // `send` gives up the first upload.
    expect([nextStep(again), begunKeysOf(again)]).toEqual(['send', [record.audioKey]]);
    const forbidden = advance(begun, failed('send', { type: 'refused', why: 'forbidden' }));
    const same = advance(forbidden, { type: 'retried', nowMs: 0, key: 'fresh' });
    expect(same).toMatchObject({ audioKey: record.audioKey, resumeUrl: 'x' });
  });

  it.each(['create', 'send', 'title'] as const)(
    'whose place is gone at %s stops, and makes another only on request',
    (step) => {
      const made = having(record, ...placed, ...(step === 'title' ? [{ type: 'sent' } as const] : []));
      const lost = advance(
        step === 'create' ? having(record, { type: 'asking', nowMs: 1000 }) : made,
        failed(step, { type: 'gone' }),
      );
      expect([nextStep(lost), lost.refusal?.why]).toEqual(['rest', 'place-gone']);
      const again = advance(lost, { type: 'retried', nowMs: 0, key: 'fresh' });
      expect(again).toMatchObject({ placeKey: 'fresh', placeId: null, askedTitle: null, isSent: false });
      expect(again.audioKey).not.toBe(record.audioKey);
    },
  );

  it('that was for a telling of a place which is gone becomes a place with that sound', () => {
    const forTelling = { ...record, placeId: place, makesPlace: false, telling: 'en.easy' };
    const lost = advance(forTelling, failed('send', { type: 'gone' }));
    const again = advance(lost, { type: 'retried', nowMs: 0, key: 'fresh' });
    expect(again).toMatchObject({ telling: null, makesPlace: true, placeId: null });
  });

  it('that fills a planned place which somebody else has filled stops; retried, it fills that or stands alone', () => {
    const filling = { ...record, plannedId: PlaceId.parse(8) };
    const isFilled = failed('create', { type: 'refused', why: 'already_filled' });
    const late = advance(filling, isFilled);
    expect([nextStep(late), late.plannedId]).toEqual(['rest', 8]);
    const again = advance(late, { type: 'retried', nowMs: 0, key: 'fresh' });
    expect(again).toMatchObject({ plannedId: 8, placeKey: 'fresh', refusal: null, title: record.title });
    expect(nextStep(again)).toBe('create');
    for (const failure of [isFilled, failed('create', { type: 'gone' })]) {
      const alone = advance(again, failure);
      expect(alone).toMatchObject({ plannedId: null, placeKey: 'another', refusal: null, title: record.title });
      expect(nextStep(alone)).toBe('create');
    }
  });

  it('whose planned place is gone stops, and stands alone on request; one whose own place is gone fills it again', () => {
    const filling = { ...record, plannedId: PlaceId.parse(8) };
    const retried = { type: 'retried', nowMs: 0, key: 'fresh' } as const;
    const late = advance(filling, failed('create', { type: 'gone' }));
    expect([nextStep(late), late.refusal?.why]).toEqual(['rest', 'plan-gone']);
    expect(advance(late, retried)).toMatchObject({ plannedId: null, placeKey: 'fresh', refusal: null });
    const lost = advance(having(filling, ...placed), failed('send', { type: 'gone' }));
    expect(lost.refusal?.why).toBe('place-gone');
    expect(advance(lost, retried)).toMatchObject({ plannedId: 8, placeKey: 'fresh', placeId: null });
  });

  it.each(['gone', 'conflict'] as const)('with a lost session (%s) continues without it', (type) => {
    const made = having({ ...record, sessionId: 'c0ffee00-0000-4000-8000-000000000000' }, ...placed);
    const without = advance(made, failed('send', { type }));
    expect(without).toMatchObject({ sessionId: null, refusal: null, audioKey: record.audioKey });
    expect(isDue(without, 0)).toBe(true);
  });

  it('whose audio key is known with other bytes is sent with another key', () => {
    const made = having(record, ...placed);
    expect(advance(made, failed('send', { type: 'conflict' }))).toMatchObject({ audioKey: 'another', refusal: null });
  });
});

/** A server with our idempotency, and a person who may delete places. */
class Server {
  readonly #byKey = new Map<string, number>();
  readonly #abandoned = new Set<string>();
  readonly places = new Map<number, { title: string; hasAudio: boolean }>();
  /** Requests on their way, which arrive after the next one. */
  readonly late: (() => void)[] = [];
  #last = 0;

  create(key: string, title: string): number | 'gone' {
    if (this.#abandoned.has(key)) return 'gone';
    const known = this.#byKey.get(key);
    if (known !== undefined) return this.places.has(known) ? known : 'gone';
    this.#last += 1;
    this.#byKey.set(key, this.#last);
    this.places.set(this.#last, { title, hasAudio: false });
    return this.#last;
  }

  abandon(key: string): number | 'gone' {
    this.#abandoned.add(key);
    return this.#byKey.get(key) ?? 'gone';
  }
}

/** The outcome of a step: success, a lost or late request, a lost response, a page that dies before or after, a refusal. */
const Fate = fc.constantFrom(
  ...['works', 'request-lost', 'arrives-late', 'answer-lost', 'dies-before', 'dies-after', 'refused'],
);
const Deed = fc.constantFrom('nothing', 'retry', 'retitle', 'delete-elsewhere', 'discard');

/** The event of one attempt at the next step; null if the page died before it could be stored. */
function attempt(server: Server, kept: OutboxRecord, fate: string, draw: () => string): OutboxEvent | null {
  const step = nextStep(kept);
  if (step === 'rest' || step === 'done' || fate === 'dies-before') return null;
  const fail = (failure: Failed['failure']): OutboxEvent => ({ ...failed(step, failure, 0, 0), key: draw() });
  if (fate === 'arrives-late' && step === 'create') server.late.push(() => server.create(kept.placeKey, ''));
  if (fate === 'request-lost' || fate === 'arrives-late') return fail(passing);
  if (fate === 'refused' && step !== 'remove') return fail({ type: 'refused', why: 'forbidden' });
  const ask = () =>
    step === 'remove' ? server.abandon(kept.placeKey) : server.create(kept.placeKey, kept.askedTitle ?? '');
  const id = kept.placeId ?? ask();
  const there = id === 'gone' ? undefined : server.places.get(id);
  if (id !== 'gone' && step === 'remove') server.places.delete(id);
  if (there !== undefined && step === 'send') there.hasAudio = true;
  if (there !== undefined && step === 'title') there.title = kept.title.trim();
  if (fate === 'dies-after') return null;
  if (fate === 'answer-lost') return fail(passing);
  if (step === 'remove') return { type: 'removed' };
  if (there === undefined || id === 'gone') return fail({ type: 'gone' });
  if (step === 'create') return { type: 'placed', placeId: PlaceId.parse(id) };
  return step === 'send' ? { type: 'sent' } : { type: 'titled-there', title: kept.title.trim() };
}

// A refused removal is given up, because the person may no longer remove that place. This is not tested here.
test('a drop never has two places and is never lost, whatever fails in any order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ fate: Fate, deed: Deed }), { maxLength: 40 }),
      fc.boolean(),
      fc.boolean(),
      (troubles, isDraft, mayDelete) => {
        const server = new Server();
        // The state on the disk; a page that dies loses everything else.
        let kept: OutboxRecord | null = { ...record, isDraft };
        let keys = 0;
        const draw = (): string => `key-${++keys}`;
        const change = (event: OutboxEvent): void => {
          if (kept !== null) kept = advance(kept, event);
        };

        const run = (fate: string): void => {
          if (kept === null || nextStep(kept) === 'rest') return;
          if (nextStep(kept) === 'done') kept = null;
          else if (nextStep(kept) === 'create') change({ type: 'asking', nowMs: 1000 });
          const late = server.late.splice(0);
          const event = kept === null ? null : attempt(server, kept, fate, draw);
          for (const arrive of late) arrive();
          if (event !== null) change(event);
        };

        let isDeletedElsewhere = false;
        let isDiscarded = false;
        for (const { fate, deed } of troubles) {
          run(fate);
          if (deed === 'retry') change({ type: 'retried', nowMs: 0, key: draw() });
          if (deed === 'retitle') change({ type: 'retitled', title: 'Le quai' });
          if (deed === 'discard' && mayDelete && kept !== null) {
            isDiscarded = true;
            change({ type: 'discarded', nowMs: 0 });
          }
          if (deed === 'delete-elsewhere' && mayDelete) {
            isDeletedElsewhere ||= server.places.size > 0;
            server.places.clear();
          }
          expect(server.places.size).toBeLessThanOrEqual(1);
        }
        // After the failures everything succeeds.
        change({ type: 'retitled', title: 'Le vent' });
        for (let round = 0; round < 12 && kept !== null; round++) {
          change({ type: 'retried', nowMs: 0, key: draw() });
          run('works');
        }
        expect(kept).toBeNull();
        const left = [...server.places.values()];
        if (isDiscarded) expect(left).toEqual([]);
        else if (!isDeletedElsewhere) expect(left).toMatchObject([{ hasAudio: true }]);
        else expect(left.length).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 1000 },
  );
});
