import { setTimeout as pause } from 'node:timers/promises';
import { inTime } from '../in-time.ts';

/** How often a silent store is asked whether it is there again. */
const RETRY_MS = 500;

/**
 * Notices that a store on the network has fallen silent: a network that drops packets breaks no connection, while a store that works
 * may need a minute for a large file. What has no answer for long is asked about on a connection of its own.
 */
export interface StoreWatch {
  /** Begins something that the store answers. @throws the silence, at once for as long as it lasts */
  wait<Answer>(begin: () => Promise<Answer>): Promise<Answer>;
  isSilent(): boolean;
  close(): void;
}

/**
 * Begins to watch.
 *
 * @param silentMs the store is asked after as long without an answer, and may be silent to that for as long again
 * @param ask sends a short question; any outcome but none shows that the store is there
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
    const found = inTime(
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
        // The error of a call that was given up only says that its connection ended.
        throw silence ?? error;
      } finally {
        clearInterval(timer);
      }
    },
    isSilent: () => silence !== null,
    close: () => closing.abort(),
  };
}
