import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCEPTED_ENDINGS } from '../../app/platform/audio/accepted-audio.ts';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { fileFaults } from '../../app/words/drops/file-faults.ts';
import { closePhones, sharedBrowser } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { audioFixture, openAuthor } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];

describe('a file that can not become a story', () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  const calls: string[] = [];

  beforeAll(async () => {
    server = await startServer();
    browser = await sharedBrowser();
    page = await openAuthor(browser, server, QUAY);
    await page.getByRole('button', { name: dropStrings.open }).click();
    page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  it.each([
    ['text.mp3', fileFaults.notAudio],
    ['truncated.m4a', fileFaults.damaged],
    ['text.mp3 as liste.txt', dropStrings.typeMustBe(ACCEPTED_ENDINGS)],
    ['no-audio.mp4', fileFaults.noTrack],
    ['protected.m4a', fileFaults.protected],
  ])('%s gets a clear message, and another can be chosen', async (file, message) => {
    const sheet = page.getByRole('dialog', { name: dropStrings.title });
    await sheet.getByLabel(dropStrings.chooseFile).setInputFiles(await fileAs(file));
    await sheet.getByRole('alert').getByText(message).waitFor();
    expect(await sheet.getByRole('button', { name: dropStrings.save }).isDisabled()).toBe(true);
  });

  it('creates nothing on the server', () => {
    expect(calls.filter((call) => call.startsWith('POST /v1/place/places'))).toEqual([]);
    expect(calls.filter((call) => call.startsWith('POST /v1/drop'))).toEqual([]);
  });
});

/** A fixture by its own name, or `FIXTURE as NAME.txt`. */
async function fileAs(file: string): Promise<string | { name: string; mimeType: string; buffer: Buffer }> {
  const [fixture = '', name] = file.split(' as ');
  if (name === undefined) return audioFixture(fixture);
  return { name, mimeType: 'text/plain', buffer: await readFile(audioFixture(fixture)) };
}
