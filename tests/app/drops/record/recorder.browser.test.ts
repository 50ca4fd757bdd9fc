import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wordsForNoSession, wordsForRecorderFault } from '../../../../app/drops/drop-fault-words.ts';
import { startDrops } from '../../../../app/drops/drop-services.ts';
import { recordStrings } from '../../../../app/drops/record/record-words.ts';
import {
  beginRecording,
  dismissRecorderFault,
  type EndedRecording,
  pauseRecording,
  recorder,
  resumeRecording,
  stopRecording,
} from '../../../../app/drops/record/recorder.ts';
import { recordingFiles, recordings } from '../../../../app/drops/record/recordings.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { location } from '../../../../app/position/location.ts';
import { readWavFormat } from '../../../../audio-wasm/wav.ts';
import { WAV_HEADER_BYTES } from '../../../../audio-wasm/wav-header.ts';
import { AUDIO_MAX_CHANNELS, AUDIO_SAMPLE_RATE_HZ } from '../../../../contracts/limits.ts';
import { ParcoursId, UserId } from '../../../../contracts/vocabulary.ts';
import { answerCalls, refusal } from '../../../support/page/answers.ts';
import { soundingStream } from '../../../support/page/device.ts';
import { recordingsUnlocked } from '../../../support/page/recording-worker.ts';
import { until } from '../../../support/until.ts';

const ana = UserId.parse(1);
const here = { parcoursId: ParcoursId.parse(1), position: [2.34, 48.85] as [number, number] };
const pond = { type: 'Point' as const, coordinates: here.position };
const words = recordStrings.faults;
const faultWords = () => recorder.fault && wordsForRecorderFault(recorder.fault);
let scope: Scope;
let ended: EndedRecording | null;
const onEnded = (recording: EndedRecording): void => {
  ended = recording;
};

beforeEach(() => {
  scope = new Scope();
  ended = null;
  answerCalls({});
  startDrops(scope, ana);
});
afterEach(async () => {
  scope.dispose();
});

/** The browser's response to a request for the microphone, which a test cannot cause. */
function askingGives(answer: () => Promise<MediaStream>): void {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(answer);
}

describe('a recording continues without a session', () => {
  const { startOffline, startFailed, noSession } = recordStrings;

  it.each([
    ['without a network', {}, startOffline],
    ['if the server refuses', { 'POST /v1/drop/start-recording': refusal('internal', 500) }, startFailed],
    ['if its id is missing', { 'POST /v1/drop/start-recording': {} }, noSession],
  ])('%s, and says that it is sent later', async (_, answers, said) => {
    answerCalls(answers);
    askingGives(async () => soundingStream(scope));
    expect(await beginRecording(ana, here, onEnded)).toBe(true);
    await expect.poll(() => recorder.sessionFault && wordsForNoSession(recorder.sessionFault)).toBe(said);
    expect([recorder.phase, faultWords()]).toEqual(['recording', null]);
    expect(said).toMatch(/sera envoyé/);
    await stopRecording();
  });
});

describe('a recording that cannot start', () => {
  it.each([
    ['NotAllowedError', words['microphone-refused']],
    ['SecurityError', words['microphone-refused']],
    ['NotFoundError', words['microphone-missing']],
    ['OverconstrainedError', words['microphone-missing']],
    ['NotReadableError', words['microphone-taken']],
    ['AbortError', words['microphone-taken']],
    ['TypeError', words['microphone-unsupported']],
  ])('because of %s says why, and leaves nothing', async (name, said) => {
    const calls = answerCalls({});
    askingGives(() => Promise.reject(new DOMException('A browser’s own words', name)));
    await beginRecording(ana, here, onEnded);
    expect([recorder.phase, faultWords(), ended]).toEqual(['idle', said, null]);
    expect(recordings.found).toEqual([]);
    expect(calls.map(({ call }) => call)).not.toContain('POST /v1/drop/start-recording');
    dismissRecorderFault();
    expect(recorder.fault).toBeNull();
  });

  it('because the browser has no API for it says so', async () => {
    vi.stubGlobal('navigator', { mediaDevices: undefined });
    await beginRecording(ana, here, onEnded);
    expect([recorder.phase, faultWords()]).toEqual(['idle', words['microphone-unsupported']]);
  });

  it('for an unknown reason can be tried again', async () => {
    const stream = soundingStream(scope);
    askingGives(async () => stream);
    vi.stubGlobal('MediaStreamTrackProcessor', function fail() {
      throw new TypeError('Not today');
    });
    await beginRecording(ana, here, onEnded);
    expect([recorder.phase, faultWords()]).toEqual(['idle', recordStrings.faults['not-begun']]);
    // The microphone's indicator turns off.
    expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']);
  });
});

describe('a recording', () => {
  it.each([
    ['from the track', [], 2],
    ['through an AudioWorklet', ['MediaStreamTrackProcessor'], 2],
    ['on the main thread', ['MediaStreamTrackProcessor', 'AudioWorklet'], 1],
  ])('with sound %s is a whole WAV without the pauses', async (_, missing, channels) => {
    if (missing.includes('MediaStreamTrackProcessor')) vi.stubGlobal('MediaStreamTrackProcessor', undefined);
    if (missing.includes('AudioWorklet')) {
      vi.spyOn(BaseAudioContext.prototype, 'audioWorklet', 'get').mockImplementation(() => {
        throw new TypeError('There is none');
      });
    }
    const stream = soundingStream(scope);
    askingGives(async () => stream);
    await beginRecording(ana, here, onEnded);
    await until(() => expect(recorder.seconds).toBeGreaterThan(0.3));
    // The page asks before it closes.
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    pauseRecording();
    expect(recorder.phase).toBe('paused');
    // The microphone is still read: the meter falls with the sound.
    const [track] = stream.getAudioTracks();
    const heardDb = recorder.levelDb;
    if (track !== undefined) track.enabled = false;
    await until(() => expect(recorder.levelDb).toBeLessThan(heardDb - 3));
    const pausedS = recorder.seconds;
    await until(() => expect(recorder.levelDb).toBeLessThan(heardDb - 9));
    expect(recorder.seconds).toBe(pausedS);
    if (track !== undefined) track.enabled = true;
    resumeRecording();
    await until(() => expect(recorder.seconds).toBeGreaterThan(pausedS + 0.3));
    await stopRecording();
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);

    const wav = await recordingFiles()?.open((ended as EndedRecording | null)?.id ?? '');
    if (wav == null) throw new Error('The recording has gone');
    const format = await readWavFormat(wav);
    expect(format).toMatchObject({ channels, sampleRateHz: AUDIO_SAMPLE_RATE_HZ, bitsPerSample: 16, isWhole: true });
    expect(format.frames / AUDIO_SAMPLE_RATE_HZ).toBeGreaterThan(0.6);
    const samples = new Int16Array(await wav.slice(WAV_HEADER_BYTES).arrayBuffer());
    expect(samples.subarray(-4410).some((sample) => Math.abs(sample) > 1000)).toBe(true);
  });

  it('whose microphone is removed while its file is being created ends immediately, and says so', async () => {
    const stream = soundingStream(scope);
    askingGives(async () => {
      const [track] = stream.getAudioTracks();
      setTimeout(() => track?.dispatchEvent(new Event('ended')), 1);
      return stream;
    });
    await beginRecording(ana, here, onEnded);
    await until(() => expect([recorder.phase, faultWords()]).toEqual(['idle', recordStrings.faults.unplugged]));
    expect(ended).not.toBeNull();
  });

  it('whose worker was terminated while the page was away is kept up to there, and says so', async () => {
    const workers: Worker[] = [];
    const noteWorker = (Real: typeof Worker, args: ConstructorParameters<typeof Worker>): Worker => {
      const worker = new Real(...args);
      workers.push(worker);
      return worker;
    };
    vi.stubGlobal('Worker', new Proxy(Worker, { construct: noteWorker }));
    scope.dispose();
    scope = new Scope();
    startDrops(scope, ana);
    askingGives(async () => soundingStream(scope));
    await beginRecording(ana, here, onEnded);
    await until(() => expect(recorder.seconds).toBeGreaterThan(0.7));
    for (const worker of workers) worker.terminate();
    await recordingsUnlocked();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(6000);
    vi.useRealTimers();
    await until(() => expect(ended).not.toBeNull());
    const { id, fault } = ended as unknown as EndedRecording;
    expect([recorder.phase, faultWords(), fault && wordsForRecorderFault(fault)]).toEqual([
      'idle',
      recordStrings.faults['not-written'],
      recordStrings.faults['not-written'],
    ]);
    const wav = await recordingFiles()?.open(id);
    if (wav == null) throw new Error('The recording has gone');
    const format = await readWavFormat(wav);
    expect(format.isWhole).toBe(true);
    expect(format.frames / AUDIO_SAMPLE_RATE_HZ).toBeGreaterThan(0.4);
  });

  it('is starting, then recording, then just ended', async () => {
    const stream = soundingStream(scope);
    askingGives(async () => stream);
    const begun = beginRecording(ana, here, onEnded);
    expect(recorder.phase).toBe('starting');
    await begun;
    expect(recorder.phase).toBe('recording');
    await until(() => expect(recorder.seconds).toBeGreaterThan(0.2));
    const stopped = stopRecording();
    expect(recorder.phase).toBe('stopping');
    await stopped;
    expect([recorder.phase, faultWords()]).toEqual(['idle', null]);
    expect(ended).not.toBeNull();
  });

  it.each([
    ['where it was stopped', null, [2.4, 48.9]],
    [
      'where its shape is, when it is for one',
      { geometry: pond, placeId: null, pendingId: 'a-shape', plannedId: null },
      here.position,
    ],
  ])('is stored with the position %s', async (_, pinned, position) => {
    askingGives(async () => soundingStream(scope));
    await beginRecording(ana, { ...here, pinned }, onEnded);
    location.fix = { lng: 2.4, lat: 48.9, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: 1 };
    await stopRecording();
    location.fix = null;
    expect(ended).toMatchObject({ note: { position, pinned } });
  });

  it('ends by itself before it exceeds the server’s limit, and is kept', async () => {
    const identity = {
      ...{ associationName: null, associationContact: null, hostingName: null },
      ...{ dpoContact: null, websiteUrl: null, socialUrl: null },
    };
    const uploadMaxBytes = 44 + 11 * 44_100 * 2 * AUDIO_MAX_CHANNELS;
    const urls = {
      mapStyleUrl: '/style.json',
      mapStyleDarkUrl: null,
      mapTiles: null,
      geocoderUrl: '/geocode',
      googleClientId: null,
      hasPasskeys: false,
      sendsMail: false,
    };
    answerCalls({ 'GET /v1/config': { ...urls, uploadMaxBytes, identity } });
    const stream = soundingStream(scope);
    askingGives(async () => stream);
    await beginRecording(ana, here, onEnded);
    await until(() => expect(recorder.phase).toBe('idle'));
    expect(faultWords()).toBe(recordStrings.tooLong('1\u00a0s'));
    expect(ended).not.toBeNull();
  });
});
