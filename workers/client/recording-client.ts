import { transfer } from 'comlink';
import captureWorkletUrl from '../recording/capture.worklet.ts?worker&url';
import type { RecordingApi, WriteFault } from '../recording/recording.api.ts';
import { RecordingStoreError } from '../recording/recording-errors.ts';
import type { PcmFormat } from '../recording/wav-header.ts';
import { createLane } from './lane.ts';

/** Address of the script that captures a microphone in the audio thread, for `AudioWorklet.addModule`. */
export const CAPTURE_WORKLET_URL: string = captureWorkletUrl;

/** Why a running recording ends by itself: it can't be written any more. What was written is kept. */
export type RecordingFault = WriteFault | 'worker-lost';

/**
 * The client of the worker that keeps recordings on the device: its calls are those of RecordingApi, but for `begin`.
 * Every call rejects with RecordingStoreError where the browser has no private file system for this page, and with what
 * a lane's `run` throws.
 */
export interface RecordingClient extends Omit<RecordingApi, 'begin'> {
  /**
   * As RecordingApi's, and returns the port that takes the samples (`CaptureMessage`); the caller's, to be transferred.
   *
   * @param onFault told once, when the recording can't be written any more.
   */
  begin(id: string, note: string, format: PcmFormat, onFault: (fault: RecordingFault) => void): Promise<MessagePort>;
  /** Ends the worker; a recording that runs keeps all but its last second. */
  dispose(): void;
}

/** Makes the client. Its worker starts with the first call and stays, since it holds what it works with. */
export function createRecordingClient(): RecordingClient {
  let onLost: ((fault: RecordingFault) => void) | null = null;
  const lane = createLane<RecordingApi>({
    name: 'recording',
    spawn: () =>
      new Worker(new URL('../recording/recording.worker.ts', import.meta.url), { type: 'module', name: 'recording' }),
    idleMs: null,
    errors: { RecordingStoreError },
    onState: (state) => {
      if (state === 'off') onLost?.('worker-lost');
    },
  });
  return {
    async begin(id, note, format, onFault) {
      const samples = new MessageChannel();
      const faults = new MessageChannel();
      let isTold = false;
      const tell = (fault: RecordingFault): void => {
        if (!isTold) onFault(fault);
        isTold = true;
      };
      faults.port1.onmessage = ({ data }: MessageEvent<WriteFault>) => tell(data);
      const ports: [MessagePort, MessagePort] = [samples.port2, faults.port2];
      await lane.run((remote) =>
        remote.begin(id, note, format, transfer(ports[0], [ports[0]]), transfer(ports[1], [ports[1]])),
      );
      onLost = tell;
      return samples.port1;
    },
    async finish(id) {
      await lane.run((remote) => remote.finish(id));
      onLost = null;
    },
    annotate: (id, note) => lane.run((remote) => remote.annotate(id, note)),
    list: () => lane.run((remote) => remote.list()),
    open: (id) => lane.run((remote) => remote.open(id)),
    read: (id) => lane.run((remote) => remote.read(id)),
    release: (id) => lane.run((remote) => remote.release(id)),
    remove: (id) => lane.run((remote) => remote.remove(id)),
    keepFile: (id, bytes) => lane.run((remote) => remote.keepFile(id, bytes)),
    readFile: (id) => lane.run((remote) => remote.readFile(id)),
    removeFile: (id) => lane.run((remote) => remote.removeFile(id)),
    listFiles: () => lane.run((remote) => remote.listFiles()),
    dispose: () => lane.dispose(),
  };
}
