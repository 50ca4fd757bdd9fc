import { type Remote, transfer } from 'comlink';
import type { PcmFormat } from '../../audio-wasm/wav-header.ts';
import captureWorkletUrl from '../recording/capture.worklet.ts?worker&url';
import {
  MEMORY_MAX_BYTES,
  type RecordingApi,
  RecordingStoreError,
  type WriteFault,
} from '../recording/recording.api.ts';
import { createLane, type Lane, type LaneOptions } from './lane.ts';

/** URL of the worklet that captures a microphone on the audio thread, for `AudioWorklet.addModule`. */
export const CAPTURE_WORKLET_URL: string = captureWorkletUrl;

/** Most bytes of recordings, and of files, that are stored without a private file system. */
export const RECORDING_MEMORY_MAX_BYTES: number = MEMORY_MAX_BYTES;

/** A slow disk may block the worker; treating it as dead would cut off a recording. */
const ANSWER_MAX_MS = 5000;
/** Attempts to lock a recording again; the locks of a lost worker are released with a delay. */
const LOCK_TRIES = 10;
const LOCK_PAUSE_MS = 100;

/** Why a running recording can no longer be written. The written part stays. */
export type RecordingFault = WriteFault | 'worker-lost';

/**
 * The client of the worker that stores recordings on the device. Its calls are those of RecordingApi, except `begin`.
 * Every call rejects with RecordingStoreError if the private file system fails, and with what a lane's `run` throws.
 */
export interface RecordingClient extends Omit<RecordingApi, 'begin'> {
  /** As in RecordingApi. Returns the port for the samples (`CaptureMessage`). `onFault` is called at most once. */
  begin(id: string, note: string, format: PcmFormat, onFault: (fault: RecordingFault) => void): Promise<MessagePort>;
  /** Terminates the worker; a running recording loses at most its last half second. */
  dispose(): void;
}

/**
 * Creates the client. Its worker starts with the first call and stays, because it has open files. A worker that
 * replaces a lost one repairs and locks the recordings that this page uses.
 */
export function createRecordingClient(): RecordingClient {
  let onLost: ((fault: RecordingFault) => void) | null = null;
  /** Recordings that this page has begun or opened. */
  const held = new Set<string>();
  const makeLane = (
    name: string,
    options?: Pick<LaneOptions<RecordingApi>, 'onStart' | 'onState'>,
  ): Lane<RecordingApi> =>
    createLane<RecordingApi>({
      name,
      spawn: () => new Worker(new URL('../recording/recording.worker.ts', import.meta.url), { type: 'module', name }),
      idleMs: null,
      answerMaxMs: ANSWER_MAX_MS,
      errors: { RecordingStoreError },
      ...options,
    });
  const lane = makeLane('recording', {
    onState(state) {
      if (state !== 'off') return;
      onLost?.('worker-lost');
      onLost = null;
    },
    onStart: async (remote) => {
      await Promise.all([...held].map((id) => lockAgain(remote, id)));
    },
  });
  // A separate lane, because a recording must not wait until a large file is copied.
  const filesLane = makeLane('stored-files');
  return {
    async begin(id, note, format, onFault) {
      let isReported = false;
      const report = (fault: RecordingFault): void => {
        if (!isReported) onFault(fault);
        isReported = true;
      };
      const port = await lane.run(async (remote) => {
        const [samples, faults] = [new MessageChannel(), new MessageChannel()];
        faults.port1.onmessage = ({ data }: MessageEvent<WriteFault>) => report(data);
        const [blocks, told] = [samples.port2, faults.port2];
        await remote.begin(id, note, format, transfer(blocks, [blocks]), transfer(told, [told]));
        return samples.port1;
      });
      held.add(id);
      onLost = report;
      return port;
    },
    async finish(id) {
      await lane.run((remote) => remote.finish(id));
      onLost = null;
    },
    isLasting: () => lane.run((remote) => remote.isLasting()),
    annotate: (id, note) => lane.run((remote) => remote.annotate(id, note)),
    list: () => lane.run((remote) => remote.list()),
    async open(id) {
      const wav = await lane.run((remote) => remote.open(id));
      if (wav !== null) held.add(id);
      return wav;
    },
    read: (id) => lane.run((remote) => remote.read(id)),
    release(id) {
      held.delete(id);
      return lane.run((remote) => remote.release(id));
    },
    remove(id) {
      held.delete(id);
      return lane.run((remote) => remote.remove(id));
    },
    storeFile: (id, bytes) => filesLane.run((remote) => remote.storeFile(id, bytes)),
    readFile: (id) => filesLane.run((remote) => remote.readFile(id)),
    removeFile: (id) => filesLane.run((remote) => remote.removeFile(id)),
    listFiles: () => filesLane.run((remote) => remote.listFiles()),
    dispose() {
      lane.dispose();
      filesLane.dispose();
    },
  };
}

/** Locks a recording again; gives up if another tab has locked it or nothing of it is left. */
async function lockAgain(remote: Remote<RecordingApi>, id: string): Promise<void> {
  for (let tries = 0; tries < LOCK_TRIES; tries++) {
    if ((await remote.open(id).catch(() => null)) !== null) return;
    await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
  }
}
