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

/** What the browser of an iPhone calls itself. */
export const IPHONE_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

/** What the browser of an Android phone calls itself. */
export const ANDROID_AGENT =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

/** Lets the browser that this runs in call itself so, until {@link forgetAgent}. */
export function callBrowser(userAgent: string): void {
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
}

/** Gives the browser its own name back. */
export function forgetAgent(): void {
  Reflect.deleteProperty(navigator, 'userAgent');
}
