import type { Page } from 'playwright';

const LINE_BYTES_PER_S = 400_000 / 8;
const LINE_LATENCY_MS = 100;

/** Puts the page on a line of 400 kbit/s with 100 ms, from now on. */
export async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINE_LATENCY_MS,
    downloadThroughput: LINE_BYTES_PER_S,
    uploadThroughput: LINE_BYTES_PER_S,
  });
}
