import { transfer } from 'comlink';
import type { PcmFormat } from '../../audio-wasm/wav-header.ts';
import captureWorkletUrl from '../recording/capture.worklet.ts?worker&url';
import { MEMORY_MAX_BYTES, type RecordingApi, type WriteFault } from '../recording/recording.api.ts';
import { RecordingStoreError } from '../recording/recording-errors.ts';
import { createLane, type Lane, type LaneState } from './lane.ts';

/** URL of the worklet that captures a microphone on the audio thread, for `AudioWorklet.addModule`. */
export const CAPTURE_WORKLET_URL: string = captureWorkletUrl;

/** Most that is stored of recordings, and of files, where there is no private file system. */
export const RECORDING_MEMORY_MAX_BYTES: number = MEMORY_MAX_BYTES;

/** Why a running recording can't be written any more. What was written stays. */
export type RecordingFault = WriteFault | 'worker-lost';

/**
 * The client of the worker that stores recordings on the device. Its calls are those of RecordingApi, except `begin`. Every
 * call rejects with RecordingStoreError where the private file system fails, and with what a lane's `run` throws.
 */
export interface RecordingClient extends Omit<RecordingApi, 'begin'> {
  /**
   * As in RecordingApi. Returns the port that receives the samples (`CaptureMessage`), for the caller to transfer.
   *
   * @param onFault called once, when the recording can't be written any more.
   */
  begin(id: string, note: string, format: PcmFormat, onFault: (fault: RecordingFault) => void): Promise<MessagePort>;
  /** Terminates the worker; a running recording loses at most its last half second. */
  dispose(): void;
}

/** Creates the client. Its worker starts with the first call and stays, since it holds open files. */
export function createRecordingClient(): RecordingClient {
  let onLost: ((fault: RecordingFault) => void) | null = null;
  const makeLane = (name: string, onState?: (state: LaneState) => void): Lane<RecordingApi> =>
    createLane<RecordingApi>({
      name,
      spawn: () => new Worker(new URL('../recording/recording.worker.ts', import.meta.url), { type: 'module', name }),
      idleMs: null,
      errors: { RecordingStoreError },
      ...(onState && { onState }),
    });
  const lane = makeLane('recording', (state) => {
    if (state === 'off') onLost?.('worker-lost');
  });
  // A recording must not wait until a large file is copied.
  const filesLane = makeLane('kept-files');
  return {
    async begin(id, note, format, onFault) {
      const samples = new MessageChannel();
      const faults = new MessageChannel();
      let isReported = false;
      const report = (fault: RecordingFault): void => {
        if (!isReported) onFault(fault);
        isReported = true;
      };
      faults.port1.onmessage = ({ data }: MessageEvent<WriteFault>) => report(data);
      const ports: [MessagePort, MessagePort] = [samples.port2, faults.port2];
      await lane.run((remote) =>
        remote.begin(id, note, format, transfer(ports[0], [ports[0]]), transfer(ports[1], [ports[1]])),
      );
      onLost = report;
      return samples.port1;
    },
    async finish(id) {
      await lane.run((remote) => remote.finish(id));
      onLost = null;
    },
    isLasting: () => lane.run((remote) => remote.isLasting()),
    annotate: (id, note) => lane.run((remote) => remote.annotate(id, note)),
    list: () => lane.run((remote) => remote.list()),
    open: (id) => lane.run((remote) => remote.open(id)),
    read: (id) => lane.run((remote) => remote.read(id)),
    release: (id) => lane.run((remote) => remote.release(id)),
    remove: (id) => lane.run((remote) => remote.remove(id)),
    keepFile: (id, bytes) => filesLane.run((remote) => remote.keepFile(id, bytes)),
    readFile: (id) => filesLane.run((remote) => remote.readFile(id)),
    removeFile: (id) => filesLane.run((remote) => remote.removeFile(id)),
    listFiles: () => filesLane.run((remote) => remote.listFiles()),
    dispose() {
      lane.dispose();
      filesLane.dispose();
    },
  };
}
