import { describe, expect, it } from 'vitest';
import type { PlayerState } from '../../../../app/platform/audio/audio-player.ts';
import { decide } from '../../../../app/walk/guide/walk-decision.ts';
import { INITIAL_WALK, type WalkEvent, type WalkState } from '../../../../app/walk/guide/walk-state.ts';
import { INITIAL_LISTENING } from '../../../../app/walk/listening-steps.ts';
import { findPositionSilence, findSilence, type Scene } from '../../../../app/walk/nearby/silence-reason.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';

const [bridge, market] = [PlaceId.parse(1), PlaceId.parse(2)];
const walkThrough = (...events: WalkEvent[]): WalkState => events.reduce(decide, INITIAL_WALK);
const onSite: WalkEvent = { type: 'on-site-switched', on: true };
const autoplay: WalkEvent = { type: 'autoplay-switched', on: true };
const at = (placeId: PlaceId, isSure = true): WalkEvent => ({
  type: 'located',
  here: [{ placeId, distanceM: 3, isSure }],
});
const nowhere: WalkEvent = { type: 'located', here: [] };
const started = (placeId: PlaceId): WalkEvent => ({ type: 'started', placeId });
const atBridge = [autoplay, onSite, at(bridge)] as const;
/** Heard at home, by hand. */
const previewed: WalkEvent[] = [{ type: 'tapped', placeId: bridge }, started(bridge), { type: 'ended' }];

const audio = (phase: PlayerState['phase'], told: Partial<PlayerState> = {}): PlayerState => ({
  ...INITIAL_LISTENING.audio,
  phase,
  ...told,
});
const failure = (isOffline: boolean) => ({
  failure: { url: '/a', status: null, statusText: '', isUnplayable: false, isOffline },
});

function scene(events: readonly WalkEvent[], told: Partial<Scene> = {}): Scene {
  const walk = walkThrough(...events);
  return { walk, audio: audio('ready'), lookupFailed: false, fix: { accuracyM: 5 }, status: 'active', ...told };
}

describe('the reason for silence', () => {
  it.each<[string, Scene, ReturnType<typeof findSilence>]>([
    ['outside a walk', scene([...previewed]), null],
    ['while a story plays', scene([...atBridge, started(bridge)], { audio: audio('playing') }), null],
    ['while it buffers', scene([...atBridge], { audio: audio('paused', { isBuffering: true }) }), null],
    ['while it is about to start', scene([...atBridge], { audio: audio('loading') }), null],
    ['where the story was previewed', scene([...previewed, ...atBridge]), { why: 'heard', placeId: bridge }],
    [
      'where the story was played',
      scene([...atBridge, started(bridge), { type: 'ended' }]),
      { why: 'heard', placeId: bridge },
    ],
    [
      'where a story was begun, and does not start by itself again',
      scene([
        ...[...atBridge, started(bridge), { type: 'sounded', ms: 12_000, atMs: 12_000, leftMs: 50_000 } as const],
        ...[nowhere, at(market), started(market), { type: 'ended' } as const, at(bridge)],
      ]),
      { why: 'begun', placeId: bridge },
    ],
    [
      'after a pause by hand',
      scene([...atBridge, started(bridge), { type: 'paused' }], { audio: audio('paused') }),
      { why: 'paused', placeId: bridge },
    ],
    ['without autoplay', scene([onSite, at(bridge)]), { why: 'autoplay-off', placeId: bridge }],
    [
      'where there is no audio',
      scene([{ type: 'places-changed', placeIds: [bridge], silentIds: [bridge] }, ...atBridge]),
      { why: 'no-audio', placeId: bridge },
    ],
    [
      'where a story begun on the way waits for its place',
      scene([autoplay, onSite, at(market, false), started(market), { type: 'broke-off' }, nowhere, at(market, false)]),
      { why: 'not-close', placeId: market },
    ],
    ['once the browser refused', scene([...atBridge, { type: 'refused' }]), { why: 'refused' }],
    [
      'after a call',
      scene([...atBridge, started(bridge), { type: 'interrupted' }], { audio: audio('paused') }),
      { why: 'interrupted' },
    ],
    ['where the audio failed', scene([...atBridge], { audio: audio('failed', failure(false)) }), { why: 'failed' }],
    [
      'off line, if it is not stored',
      scene([...atBridge], { audio: audio('failed', failure(true)) }),
      { why: 'not-stored' },
    ],
    ['where nothing is near', scene([autoplay, onSite, nowhere]), { why: 'nowhere' }],
    ['when the lookup failed', scene([autoplay, onSite], { lookupFailed: true }), { why: 'lookup-failed' }],
    ['without a position', scene([autoplay, onSite], { fix: null, status: 'error' }), { why: 'no-position' }],
    ['before the first position', scene([autoplay, onSite], { fix: null, status: 'requesting' }), { why: 'searching' }],
    ['at 60 m of accuracy', scene([autoplay, onSite, nowhere], { fix: { accuracyM: 60 } }), { why: 'nowhere' }],
    [
      'at 300 m of accuracy',
      scene([...previewed, ...atBridge], { fix: { accuracyM: 300 } }),
      { why: 'vague', accuracyM: 300 },
    ],
  ])('%s', (_, told, silence) => {
    expect(findSilence(told)).toEqual(silence);
  });

  it('reports a lost position while a story continues', () => {
    const told = scene([...atBridge, started(bridge)], { audio: audio('playing'), fix: null, status: 'requesting' });
    expect(findSilence(told)).toBeNull();
    expect(findPositionSilence(told)).toBe('searching');
  });
});
