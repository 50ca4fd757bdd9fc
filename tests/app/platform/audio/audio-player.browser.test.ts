import { afterEach, expect, test, vi } from 'vitest';
import {
  AUDIO_LOAD_MAX_MS,
  createPlayer,
  type Player,
  type PlayerState,
} from '../../../../app/platform/audio/audio-player.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { FAR_S, longStory, slowStory } from '../../../support/audio/long-sounds.ts';
import { until } from '../../../support/until.ts';

const recording = (file: string): string => new URL(`../../../fixtures/audio/${file}`, import.meta.url).href;

interface Heard {
  readonly player: Player;
  readonly states: PlayerState[];
  readonly endings: number[];
}

let scope = new Scope();
afterEach(() => {
  scope.dispose();
  scope = new Scope();
});

function start(): Heard {
  const states: PlayerState[] = [];
  const endings: number[] = [];
  const player = createPlayer(scope, {
    onState: (state) => states.push(state),
    onEnded: () => endings.push(player.state.positionS),
  });
  return { player, states, endings };
}

const element = (): HTMLAudioElement | null => document.querySelector('audio[data-testid="player"]');
const phase = (player: Player, expected: string) => until(() => expect(player.state.phase).toBe(expected));

test('a real recording is loaded, plays and can be paused', async () => {
  const { player, states } = start();
  player.load(recording('moov-at-end.m4a'), null);
  await phase(player, 'ready');
  expect(player.state.durationS).toBeCloseTo(2.58, 1);

  expect(await player.play()).toBe('playing');
  await until(() => expect(element()?.currentTime).toBeGreaterThan(0.2));
  player.pause();
  await phase(player, 'paused');
  expect(states.map((state) => state.phase)).toEqual(expect.arrayContaining(['loading', 'ready', 'playing', 'paused']));
  expect(element()?.paused).toBe(true);
});

test('a story is ready and plays in a browser that loads nothing before playback', async () => {
  const { player } = start();
  const audio = element();
  if (audio !== null) audio.preload = 'none';
  player.load(recording('conforming-mono.wav'), 3);
  await phase(player, 'ready');
  expect(audio?.readyState).toBe(HTMLMediaElement.HAVE_NOTHING);
  expect(player.state.durationS).toBe(3);
  expect(await player.play()).toBe('playing');
  await until(() => expect(player.state.positionS).toBeGreaterThan(0));
  expect(player.state.phase).toBe('playing');
});

test('such a story starts at its resume position', async () => {
  const { player } = start();
  const audio = element();
  if (audio !== null) audio.preload = 'none';
  player.load(longStory(), 60);
  await phase(player, 'ready');
  player.seek(30);
  await player.play();
  await until(() => expect(player.state.positionS).toBeGreaterThan(30));
});

test('at its end a story stops and is ready again at zero', async () => {
  const { player, endings } = start();
  player.load(recording('conforming-mono.wav'), null);
  await phase(player, 'ready');
  player.seek((player.state.durationS ?? 0) - 0.2);
  await player.play();
  await until(() => expect(endings).toEqual([0]));
  expect(player.state).toMatchObject({ phase: 'ready', positionS: 0 });
  expect(element()?.paused).toBe(true);
  expect(element()?.currentTime).toBe(0);
});

test('seeking stays within the story', async () => {
  const { player } = start();
  player.load(recording('conforming-mono.wav'), null);
  await phase(player, 'ready');
  player.seek(-5);
  expect(player.state.positionS).toBe(0);
  player.seek(9999);
  expect(player.state.positionS).toBeCloseTo(player.state.durationS ?? -1, 3);
});

test('a given duration counts, whatever the file’s own duration', async () => {
  const { player } = start();
  player.load(recording('moov-at-end.m4a'), 2.5);
  await phase(player, 'ready');
  expect(element()?.duration).not.toBe(2.5);
  expect(player.state.durationS).toBe(2.5);
  player.seek(9999);
  expect(player.state.positionS).toBe(2.5);
});

test('the next story replaces the playing one', async () => {
  const { player } = start();
  player.load(recording('conforming-mono.wav'), null);
  await phase(player, 'ready');
  await player.play();
  await phase(player, 'playing');
  player.load(recording('vbr-with-cover.mp3'), 3);
  expect(player.state).toMatchObject({ phase: 'loading', positionS: 0, durationS: 3 });
  await phase(player, 'ready');
  expect(element()?.paused).toBe(true);
  expect(element()?.src).toContain('vbr-with-cover.mp3');
});

test('a refused file fails with the server’s status', async () => {
  const { player } = start();
  // The test server answers every unknown page, but not a missing file below /@fs/.
  const url = new URL('/@fs/no/such/story.wav', import.meta.url).href;
  const { status } = await fetch(url);
  expect(status).toBeGreaterThanOrEqual(400);
  player.load(url, null);
  await phase(player, 'failed');
  expect(player.state.failure).toMatchObject({ url, status, isUnplayable: false });
  expect(await player.play()).toBe('failed');
});

test('a failure that is explained late is not that of the next story', async () => {
  let explain = (_: Response) => {};
  const asked = vi.spyOn(globalThis, 'fetch');
  const explained = new Promise<Response>((resolve) => {
    explain = resolve;
  });
  asked.mockReturnValueOnce(explained);
  const { player, states } = start();
  player.load(new URL('/@fs/no/such/story.wav', import.meta.url).href, null);
  await until(() => expect(asked).toHaveBeenCalledOnce());
  player.load(recording('conforming-mono.wav'), null);
  await phase(player, 'ready');
  explain(new Response('', { status: 404 }));
  expect(await player.play()).toBe('playing');
  expect(states.map((state) => state.phase)).not.toContain('failed');
});

test('a file that is not audio fails without a status, as unplayable', async () => {
  const { player } = start();
  player.load(recording('text.mp3'), null);
  await phase(player, 'failed');
  expect(player.state.failure).toMatchObject({ status: null, isUnplayable: true });
});

test('unlocking plays silence, reports nothing and leaves the player empty', async () => {
  const { player, states } = start();
  player.unlock();
  await until(() => expect(element()?.hasAttribute('src')).toBe(false));
  expect(states).toEqual([]);
  player.load(recording('conforming-mono.wav'), null);
  await phase(player, 'ready');
});

test('a second unlocking does not affect the first, and neither needs a forbidden address', async () => {
  const { player } = start();
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play');
  player.unlock();
  player.unlock();
  expect(element()?.src).toMatch(/^blob:/);
  await until(() => expect(element()?.hasAttribute('src')).toBe(false));
  expect(play).toHaveBeenCalledTimes(1);
  await expect(play.mock.results[0]?.value).resolves.toBeUndefined();
});

test('a story from the device that is not audio fails as unplayable, by the name of its link', async () => {
  const { player } = start();
  const fetching = vi.spyOn(window, 'fetch');
  player.load(scope.objectUrl(new Blob(['no audio'], { type: 'audio/mp4' })), null, '/v1/media/a.m4a');
  await phase(player, 'failed');
  expect(player.state.failure).toMatchObject({ url: '/v1/media/a.m4a', status: null, isUnplayable: true });
  // Which the content policy forbids.
  expect(fetching).not.toHaveBeenCalled();
});

test('disposing the scope removes the element, and nothing more is reported', async () => {
  const { player, states } = start();
  player.load(recording('conforming-mono.wav'), null);
  await phase(player, 'ready');
  await player.play();
  await phase(player, 'playing');
  const audio = element();
  const reported = states.length;
  scope.dispose();
  expect(element()).toBeNull();
  expect(audio?.paused).toBe(true);
  expect(states.length).toBe(reported);
});

async function waitFar(player: Player): Promise<void> {
  const { url, give } = await slowStory(scope);
  player.load(url, 60);
  await give();
  await phase(player, 'ready');
  player.seek(FAR_S);
  await until(() => expect(element()?.seekable.length).toBe(1));
}

test('a story that was started without data yet is buffering, and can be paused', async () => {
  const { player } = start();
  await waitFar(player);
  expect(player.state.isBuffering).toBe(false);
  const answer = player.play();
  await until(() => expect(player.state).toMatchObject({ phase: 'ready', isBuffering: true }));
  player.pause();
  await until(() => expect(player.state).toMatchObject({ phase: 'paused', isBuffering: false }));
  expect(await answer).toBe('failed');
});

test('a story that runs out of data is buffering, and continues when more arrives', async () => {
  const { player } = start();
  const { url, give } = await slowStory(scope);
  player.load(url, 60);
  await give();
  await phase(player, 'ready');
  await player.play();
  await phase(player, 'playing');
  expect(player.state.isBuffering).toBe(false);
  await until(() => expect(player.state).toMatchObject({ phase: 'playing', isBuffering: true }));
  player.seek(0);
  await until(() => expect(player.state).toMatchObject({ phase: 'playing', isBuffering: false }));
});

test('pausing a loaded story that was never started changes nothing', async () => {
  const { player } = start();
  player.load(recording('conforming-mono.wav'), null);
  await phase(player, 'ready');
  element()?.dispatchEvent(new Event('pause'));
  expect(player.state.phase).toBe('ready');
});

test('audio without metadata fails after a timeout, and can be loaded again', async () => {
  const { url } = await slowStory(scope);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { player } = start();
  player.load(url, 60);
  vi.advanceTimersByTime(AUDIO_LOAD_MAX_MS - 1);
  expect(player.state.phase).toBe('loading');
  vi.advanceTimersByTime(1);
  expect(player.state).toMatchObject({ phase: 'failed', failure: { url, status: null, isUnplayable: false } });
  expect(element()?.hasAttribute('src')).toBe(false);
  vi.useRealTimers();
  player.load(recording('conforming-mono.wav'), null);
  await phase(player, 'ready');
});

test('a story that was loaded or unloaded does not fail after the timeout', async () => {
  const { player } = start();
  const scheduled = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  const timers = (): unknown[] =>
    scheduled.mock.results
      .filter((_, at) => scheduled.mock.calls[at]?.[1] === AUDIO_LOAD_MAX_MS)
      .map(({ value }) => value);
  player.load(recording('conforming-mono.wav'), null);
  await phase(player, 'ready');
  player.load(recording('conforming-mono.wav'), null);
  player.unload();
  expect(timers()).toHaveLength(2);
  for (const timer of timers()) expect(cleared).toHaveBeenCalledWith(timer);
});

test('a failure is reported without its reason if the server takes too long to give it', async () => {
  const late = new DOMException('Waited for too long', 'TimeoutError');
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(late));
  const { player } = start();
  player.load(new URL('/@fs/no/such/story.wav', import.meta.url).href, null);
  await phase(player, 'failed');
  expect(player.state.failure).toMatchObject({ status: null });
});
