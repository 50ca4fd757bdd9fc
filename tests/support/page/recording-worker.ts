import { type Remote, transfer, wrap } from 'comlink';
import { expect } from 'vitest';
import type { RecordingApi, WriteFault } from '../../../workers/recording/recording.api.ts';

/** A recording worker of its own, without its client: as one more tab has it. */
export interface RecordingWorker {
  readonly api: Remote<RecordingApi>;
  /** Starts a recording at 44.1 kHz in stereo. Answers its samples' port, and what it tells of faults from then on. */
  begin(id: string, note?: string): Promise<{ readonly port: MessagePort; readonly faults: readonly WriteFault[] }>;
  /** Ends it at once, as a tab that is closed. */
  end(): void;
}

/**
 * Starts the worker; the caller ends it.
 *
 * @param freeBytes how much may be written until the device is full
 * @param whenFull what the device does then
 */
export function openRecordingWorker(
  freeBytes?: number,
  whenFull: 'refuses' | 'writes a part' = 'refuses',
): RecordingWorker {
  const name = whenFull === 'refuses' ? String(freeBytes) : `${freeBytes} short`;
  const worker =
    freeBytes === undefined
      ? new Worker(new URL('../../../workers/recording/recording.worker.ts', import.meta.url), { type: 'module' })
      : new Worker(new URL('./full-device.worker.ts', import.meta.url), { type: 'module', name });
  const api = wrap<RecordingApi>(worker);
  return {
    api,
    async begin(id, note = '') {
      const samples = new MessageChannel();
      const told = new MessageChannel();
      const faults: WriteFault[] = [];
      told.port1.onmessage = ({ data }: MessageEvent<WriteFault>) => faults.push(data);
      const format = { sampleRateHz: 44_100, channels: 2 };
      const [blocks, faulty] = [samples.port2, told.port2];
      await api.begin(id, note, format, transfer(blocks, [blocks]), transfer(faulty, [faulty]));
      return { port: samples.port1, faults };
    },
    end: () => worker.terminate(),
  };
}

/** Waits until no recording is locked: the browser releases the locks of a worker that was terminated with a delay. */
export async function recordingsUnlocked(): Promise<void> {
  const locked = async () => (await navigator.locks.query()).held?.filter(({ name }) => name?.startsWith('recording-'));
  await expect.poll(locked).toEqual([]);
}
