import { vi } from 'vitest';

/**
 * Lets workers that are made from now on run in another browser: `change` is run in each of them before its own script.
 * It crosses as text, so it may use nothing but what every worker has. Ends with `vi.unstubAllGlobals`.
 */
export function changeWorkers(change: () => void): void {
  const first = `data:text/javascript,${encodeURIComponent(`(${change.toString()})()`)}`;
  const Real = Worker;
  vi.stubGlobal(
    'Worker',
    class extends Real {
      constructor(url: URL | string, options?: WorkerOptions) {
        const script = `import ${JSON.stringify(first)};import ${JSON.stringify(new URL(url, document.baseURI).href)};`;
        super(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })), options);
      }
    },
  );
}

/** Runs `task` without `AbortSignal.any` and `AbortSignal.timeout`, which browsers from before 2024 do not all have. */
export async function withoutCombinedSignals(task: () => Promise<unknown>): Promise<void> {
  const { any, timeout } = AbortSignal;
  Object.assign(AbortSignal, { any: undefined, timeout: undefined });
  try {
    await task();
  } finally {
    Object.assign(AbortSignal, { any, timeout });
  }
}
