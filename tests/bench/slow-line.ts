import type { Page } from 'playwright';

const LINE_LATENCY_MS = 100;

/** Puts the page on a line of so many kbit/s with 100 ms, from now on. */
export async function slowDown(page: Page, kbitPerS = 400): Promise<void> {
  const bytesPerS = (kbitPerS * 1000) / 8;
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINE_LATENCY_MS,
    downloadThroughput: bytesPerS,
    uploadThroughput: bytesPerS,
  });
}
