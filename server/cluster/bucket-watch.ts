import { setTimeout as pause } from 'node:timers/promises';
import { withTimeLimit } from '../store/with-time-limit.ts';

/** Interval at which a silent store is probed again. */
const RETRY_MS = 500;

/**
 * Detects a silent store: a network that drops packets breaks no connection, while a working store may need a minute
 * for a large file. So the store is probed on a separate connection.
 */
export interface StoreWatch {
  /** Starts an operation that the store answers. @throws the silence, at once while it lasts */
  wait<Answer>(begin: () => Promise<Answer>): Promise<Answer>;
  isSilent(): boolean;
  close(): void;
}

/**
 * Creates a watch.
 *
 * @param silentMs the store is probed after this time without an answer, and has the same time to answer the probe
 * @param ask sends a short request; any outcome shows that the store is reachable
 * @param giveUp ends all connections
 */
export function watchStore(
  silentMs: number,
  ask: (signal: AbortSignal) => Promise<unknown>,
  giveUp: () => void,
): StoreWatch {
  const closing = new AbortController();
  let silence: Error | null = null;
  let isAsking = false;

  async function findSilence(): Promise<Error | null> {
    const asked = new AbortController();
    const found = withTimeLimit(
      silentMs,
      ask(asked.signal).then(
        () => null,
        () => null,
      ),
      () => new Error(`it was silent for ${silentMs} ms`),
    ).catch((late: Error) => late);
    return found.finally(() => asked.abort());
  }

  async function look(): Promise<void> {
    const found = await findSilence();
    if (found === null) silence = null;
    else if (silence === null) {
      silence = found;
      giveUp();
    }
  }

  async function lookUntilThere(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    await look();
    while (silence !== null && !closing.signal.aborted) {
      await pause(RETRY_MS, undefined, { ref: false, signal: closing.signal }).then(look, () => undefined);
    }
    isAsking = false;
  }

  return {
    wait: async (begin) => {
      if (silence !== null) throw silence;
      const timer = setInterval(lookUntilThere, silentMs).unref();
      try {
        return await begin();
      } catch (error) {
        // The error of an aborted call only says that its connection ended.
        throw silence ?? error;
      } finally {
        clearInterval(timer);
      }
    },
    isSilent: () => silence !== null,
    close: () => closing.abort(),
  };
}
