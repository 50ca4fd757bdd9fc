import { ref } from 'valtio';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CompositionEvent } from '../../../../app/drops/composer/composition.ts';
import { converterStrings } from '../../../../app/drops/composer/converter-words.ts';
import { listTargets } from '../../../../app/drops/composer/destination.ts';
import { UploadSheet } from '../../../../app/drops/composer/upload-sheet.tsx';
import { chooseFile, endUpload, openUpload, uploads } from '../../../../app/drops/composer/uploads.ts';
import { dropStrings } from '../../../../app/drops/drop-words.ts';
import { outboxStrings } from '../../../../app/drops/outbox/outbox-words.ts';
import { places } from '../../../../app/places/places.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';
import { listedPlace } from '../../../support/samples/listed-place.ts';

const words = dropStrings;
const audio = { wav: new Blob(['RIFF'], { type: 'audio/wav' }), durationS: 1, peaks: [] };
const chosen: CompositionEvent = { type: 'conversion-began', fileName: 'voix.m4a' };
const ready: readonly CompositionEvent[] = [chosen, { type: 'prepared', audio }];
const keeping: CompositionEvent = { type: 'step-began', step: 'queuing' };
const kept: readonly CompositionEvent[] = [...ready, keeping, { type: 'queued', itemId: 'an-id' }];
const placeId = PlaceId.parse(4);
const root = rootPerTest('main', () => {
  endUpload();
  places.list = ref([]);
});

const onFinish = vi.fn();
const ignore = (): void => {};

/** The sheet after all of these events of an upload. */
function show(...events: readonly CompositionEvent[]): void {
  openUpload();
  const upload = uploads.open;
  if (upload === null) return;
  for (const event of events) upload.change(event);
  root.render(
    <UploadSheet
      {...{ open: true, upload, onFinish }}
      target="centre"
      targets={listTargets(null, null)}
      onTarget={ignore}
      onAim={ignore}
      onSave={ignore}
      onSeveral={ignore}
    />,
  );
}

it.each([
  [0.42, 90, 'Conversion de l’audio 42 %, environ 2 min'],
  [0.5, 12.3, 'Conversion de l’audio 50 %, environ 13 s'],
  [0, null, 'Conversion de l’audio 0 %'],
  [null, null, 'Conversion de l’audio…'],
])('shows how much is converted (%s), and how long the rest takes (%s s)', async (share, remainingS, text) => {
  show(chosen, { type: 'progressed', share, remainingS });
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await expect.element(page.getByRole('progressbar', { name: words.converting })).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: words.cancel })).toBeVisible();
});

it.each([
  [null, 'Préparation du convertisseur…'],
  [8_450_000, 'Préparation du convertisseur 38 %, 3,2 Mo sur 8,5 Mo'],
])(
  'shows how much of the converter’s %s bytes has arrived, without announcing the numbers',
  async (totalBytes, text) => {
    show(chosen, { type: 'downloaded', loadedBytes: totalBytes === null ? 0 : 3_210_000, totalBytes });
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    await expect.element(page.getByRole('progressbar', { name: converterStrings.preparing })).toBeInTheDocument();
    expect(page.getByRole('status').element().textContent).toBe(converterStrings.preparing);
    await expect.element(page.getByRole('button', { name: words.cancel })).toBeVisible();
  },
);

describe('an incomplete file', () => {
  const part = { ...audio, durationS: 12.1, statedS: 20 };
  const loss = page.getByText(converterStrings.partRead(12.1, 20));
  const save = page.getByRole('button', { name: words.save });

  it('says how much of it is readable, and is saved only after a confirmation', async () => {
    show(chosen, { type: 'prepared', audio: part });
    expect(converterStrings.partRead(12.1, 20)).toMatch(/12\ss sur 20\ss ont pu être lues/);
    await expect.element(loss).toBeVisible();
    await expect.element(save).toBeDisabled();
    await page.getByRole('button', { name: converterStrings.acceptPart(12.1) }).click();
    await expect.element(loss).not.toBeInTheDocument();
    await expect.element(save).toBeEnabled();
  });

  it('can be replaced by another one', async () => {
    show(chosen, { type: 'prepared', audio: part });
    await expect.element(page.getByRole('button', { name: words.otherFile })).toBeVisible();
    uploads.open?.change(chosen);
    uploads.open?.change({ type: 'prepared', audio });
    await expect.element(loss).not.toBeInTheDocument();
    await expect.element(save).toBeEnabled();
  });
});

it('says that another track than the first was taken, and may be saved', async () => {
  show(chosen, { type: 'prepared', audio: { ...audio, skippedTracks: 1 } });
  await expect.element(page.getByText(converterStrings.otherTrack(1))).toBeVisible();
  await expect.element(page.getByRole('button', { name: words.save })).toBeEnabled();
  expect(converterStrings.otherTrack(3)).toMatch(/^Les 3 premières pistes/);
});

it.each([
  ['cut-at-12-of-20.m4a', 20],
  ['film.mp4', null],
])('%s is recognized by its bytes, and proposes its name', async (name, statedS) => {
  show();
  const content = await (await fetch(new URL(`/tests/fixtures/audio/${name}`, location.href))).blob();
  const { open } = uploads;
  if (open === null) throw new Error('Expected an upload');
  await page.getByLabelText(words.chooseFile).upload(new File([content], `la_fontaine${name}`, { type: '' }));
  await expect.poll(() => open.view.now.audio?.durationS).toBeGreaterThan(2);
  const stated = open.view.now.audio?.statedS ?? null;
  expect(stated === null ? null : Math.round(stated)).toBe(statedS);
  expect(open.view.now.title).toMatch(/^la fontaine/);
});

it('proposes the title of the newest file unless the person has written one', () => {
  openUpload();
  const upload = uploads.open;
  if (upload === null) return;
  const title = (): string => upload.view.now.title;
  const choose = (name: string): void => {
    chooseFile(upload, new File([], name));
    upload.cancel();
  };
  choose('le_pont.mp3');
  expect(title()).toBe('le pont');
  choose('AUD-20240512-WA0003.opus');
  expect(title()).toBe('');
  choose('le_quai.mp3');
  upload.change({ type: 'titled', title: 'Le vieux quai' });
  choose('la_halle.mp3');
  expect(title()).toBe('Le vieux quai');
});

it('says that it is being stored, which cannot be done twice', async () => {
  show(...ready, keeping);
  await expect.element(page.getByText(outboxStrings.queuing)).toBeVisible();
});

it('says why a stored file could not be taken back, and stays open', async () => {
  show(...kept, { type: 'refused', error: 'not-stored' });
  await expect.element(page.getByRole('alert')).toHaveTextContent(outboxStrings.notStored);
  await expect.element(page.getByRole('button', { name: outboxStrings.cancel })).toBeVisible();
});

it('says that everything is uploaded, and shows it on the map', async () => {
  show(...kept, { type: 'sent', placeId });
  // Lists exclude refused drops: nobody knows whether one that isn't listed is published.
  await expect.element(page.getByText(words.sent)).toBeVisible();
  places.list = ref([listedPlace(placeId)]);
  await expect.element(page.getByText(words.saved)).toBeVisible();
  await expect.element(page.getByText(words.savedText)).toBeVisible();
  await page.getByRole('button', { name: words.listen }).click();
  expect(onFinish).toHaveBeenCalledOnce();
});
