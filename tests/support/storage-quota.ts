// Its types tell what the session can be sent.
import type {} from '@vitest/browser-playwright';
import { cdp } from 'vitest/browser';

/** Limits this page's origin to `bytes`, as though the rest of the device were full; null lifts the limit. */
export async function limitStorage(bytes: number | null): Promise<void> {
  await cdp().send('Storage.overrideQuotaForOrigin', {
    origin: window.location.origin,
    ...(bytes === null ? {} : { quotaSize: bytes + (await readDeleted()) }),
  });
}

/** Bytes of caches that were deleted: each takes its room for as long as anything in the page refers to it. */
async function readDeleted(): Promise<number> {
  if ((await caches.keys()).length > 0) return 0;
  // So that none goes while a test counts on what it takes.
  await cdp().send('HeapProfiler.collectGarbage');
  const estimate: StorageEstimate & { readonly usageDetails?: { readonly caches?: number } } =
    await navigator.storage.estimate();
  return estimate.usageDetails?.caches ?? 0;
}
