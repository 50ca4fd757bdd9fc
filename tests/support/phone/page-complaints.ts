import type { Page } from 'playwright';

const REFUSED = 'refused: ';

/**
 * Notes what a page complains of from its next document on: errors in its console, and what its policy refuses, as
 * {@link refusalsOf} finds it.
 */
export async function noteComplaints(page: Page): Promise<readonly string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.addInitScript((prefix) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) => {
      console.error(`${prefix}${violatedDirective} ${blockedURI} ${sourceFile} ${sample}`);
    });
  }, REFUSED);
  return complaints;
}

/** What of these complaints is about the content security policy. */
export function refusalsOf(complaints: readonly string[]): string[] {
  return complaints.filter((text) => text.startsWith(REFUSED));
}
