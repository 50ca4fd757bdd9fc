import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openUpload, reduceUpload, type UploadEvent } from '../../../../../app/features/drops/upload/upload.state.ts';
import { UploadSheet } from '../../../../../app/features/drops/upload/upload-sheet.tsx';
import type { Upload } from '../../../../../app/features/drops/upload/use-upload.ts';
import { listTargets } from '../../../../../app/features/drops/where.ts';
import { outboxStrings } from '../../../../../app/words/outbox.ts';
import { strings } from '../../../../../app/words/strings.ts';
import { PlaceId } from '../../../../../contracts/vocabulary.ts';

const words = strings.drops;
const audio = { wav: new Blob(['RIFF'], { type: 'audio/wav' }), durationS: 1, peaks: [] };
const chosen: UploadEvent = { type: 'file-chosen', fileName: 'voix.m4a' };
const ready: readonly UploadEvent[] = [chosen, { type: 'converted', audio }];
const placeId = PlaceId.parse(4);
let root: Root;

beforeEach(() => {
  const container = document.createElement('main');
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => root.unmount());

const onFinish = vi.fn();
const ignore = (): void => {};

/** The sheet after all of this has happened to an upload. */
function show(...events: readonly UploadEvent[]): void {
  const state = events.reduce(reduceUpload, openUpload('centre'));
  const upload: Upload = {
    ...{ state, titled: ignore, aimed: ignore, choose: ignore, cancel: ignore, save: ignore, refuse: ignore },
    ...{ discard: ignore, askToClose: ignore, denyClose: ignore, confirmClose: ignore },
  };
  root.render(
    <UploadSheet
      open
      upload={upload}
      targets={listTargets(null, null)}
      onAim={ignore}
      onSave={ignore}
      onFinish={onFinish}
    />,
  );
}

it.each([
  [0.42, 90, 'Conversion de l’audio 42 %, environ 2 min'],
  [0.5, 12.3, 'Conversion de l’audio 50 %, environ 13 s'],
  [0, null, 'Conversion de l’audio 0 %'],
  [null, null, 'Conversion de l’audio…'],
])('tells how much is converted (%s), and how long the rest takes (%s s)', async (progress, remainingS, text) => {
  show(chosen, { type: 'progressed', progress, remainingS });
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await expect.element(page.getByRole('progressbar', { name: words.converting })).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: words.cancel })).toBeVisible();
});

it('says that it is put into safety, which can not be done twice', async () => {
  show(...ready, { type: 'save-started' });
  await expect.element(page.getByText(outboxStrings.keeping)).toBeVisible();
});

it('says why what is kept could not be taken back, and stays open', async () => {
  const kept: readonly UploadEvent[] = [...ready, { type: 'save-started' }, { type: 'kept', itemId: 'an-id' }];
  show(...kept, { type: 'refused', message: outboxStrings.keepFailed });
  await expect.element(page.getByRole('alert')).toHaveTextContent(outboxStrings.keepFailed);
  await expect.element(page.getByRole('button', { name: outboxStrings.cancel })).toBeVisible();
});

it('says that all of it is in place, and shows it on the map', async () => {
  show(...ready, { type: 'save-started' }, { type: 'kept', itemId: 'an-id' }, { type: 'sent', placeId });
  await expect.element(page.getByText(words.saved)).toBeVisible();
  await expect.element(page.getByText(words.savedText)).toBeVisible();
  await page.getByRole('button', { name: words.listen }).click();
  expect(onFinish).toHaveBeenCalledOnce();
});
