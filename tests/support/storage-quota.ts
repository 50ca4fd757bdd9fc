// Its types tell what the session can be sent.
import type {} from '@vitest/browser-playwright';
import { cdp } from 'vitest/browser';

/** Gives this page's origin so many bytes of the device, as though the rest of it were full; null gives all of it back. */
export async function limitStorage(bytes: number | null): Promise<void> {
  await cdp().send('Storage.overrideQuotaForOrigin', {
    origin: window.location.origin,
    ...(bytes === null ? {} : { quotaSize: bytes }),
  });
}
