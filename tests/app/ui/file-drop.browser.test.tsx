import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mayBeAudio, OFFERED_AUDIO } from '../../../app/platform/audio/audio-files.ts';
import { FileDrop } from '../../../app/ui/file-drop.tsx';
import { rootPerTest } from '../../support/page/react-root.ts';
import { until } from '../../support/until.ts';

const TYPE_WORDS = 'File type must be one of .wav, .m4a';
const root = rootPerTest();
const heard = { file: vi.fn(), refused: vi.fn() };

beforeEach(() => void vi.clearAllMocks());

async function show(limits: { minBytes?: number; maxBytes?: number; disabled?: boolean } = {}): Promise<HTMLElement> {
  root.render(
    <FileDrop
      offered={OFFERED_AUDIO}
      mayTake={mayBeAudio}
      typeWords={TYPE_WORDS}
      label="Un fichier"
      onFile={heard.file}
      onRefused={heard.refused}
      {...limits}
    >
      {(state) => `Un fichier, ${state}`}
    </FileDrop>,
  );
  await expect.element(page.getByRole('button')).toBeVisible();
  return page.getByRole('button').element() as HTMLElement;
}

const wav = (bytes = 4): File => new File(['x'.repeat(bytes)], 'voix.wav', { type: 'audio/wav' });

function send(target: HTMLElement, type: string, files: readonly File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
}

function drop(target: HTMLElement, ...files: File[]): void {
  for (const type of ['dragenter', 'dragover', 'drop']) send(target, type, files);
}

test.each([
  ['voix.wav', 'audio/wav'],
  ['voix.mp3', 'audio/mpeg'],
  ['voix.flac', 'audio/flac'],
  ['voix.webm', 'audio/webm'],
  ['voix.m4a', 'audio/mp4'],
  ['voix.caf', 'audio/x-caf'],
  ['voix.ogg', 'audio/ogg'],
  ['voix.opus', 'audio/ogg'],
  ['film.mp4', 'video/mp4'],
  // Some systems know only the file extension and report no type.
  ['memo.caf', ''],
  ['memo.m4a', ''],
  ['memo.opus', ''],
  // Phones provide files without an extension, and with types of their own.
  ['1000012345', ''],
  ['msf:1000', 'application/octet-stream'],
  ['Enregistrement', 'audio/m4a'],
  ['Nouvel enregistrement 3.qta', ''],
  ['Nouvel enregistrement 3.qta', 'video/quicktime'],
  ['20260502_101500.amr', 'audio/amr'],
  ['Voix 001.aac', 'application/x-unknown'],
  ['Voix 001.AAC', 'text/plain'],
])('%s of type "%s" is accepted', async (name, type) => {
  const file = new File(['x'], name, { type });
  drop(await show(), file);
  await until(() => expect(heard.file).toHaveBeenCalledWith(file));
  expect(heard.refused).not.toHaveBeenCalled();
});

test('the file dialog receives both types and extensions, each known to some phone', async () => {
  const field = (await show()).querySelector('input');
  const offered = field?.accept.split(',') ?? [];
  for (const known of ['audio/mp4', 'audio/x-m4a', '.m4a', 'audio/x-caf', '.caf']) expect(offered).toContain(known);
  for (const known of ['audio/*', 'video/quicktime', 'application/octet-stream']) expect(offered).toContain(known);
  for (const known of ['.qta', '.aac', '.3gp', '.mov', '.m4b', '.amr', '.aif']) expect(offered).toContain(known);
});

test('another type, a wrong size and several files are rejected in the dropzone’s words', async () => {
  const target = await show({ minBytes: 2, maxBytes: 5 });
  const refusals: (readonly [string, ...File[]])[] = [
    [TYPE_WORDS, new File(['xxx'], 'plan.pdf', { type: 'application/pdf' })],
    ['File is larger than 5 bytes', wav(6)],
    ['File is smaller than 2 bytes', wav(1)],
    ['Too many files', wav(), wav()],
  ];
  for (const [words, ...files] of refusals) {
    drop(target, ...files);
    await until(() => expect(heard.refused).toHaveBeenLastCalledWith(words));
  }
  expect(heard.file).not.toHaveBeenCalled();
});

test('shows whether a dragged file would be accepted or rejected, until it leaves', async () => {
  const target = await show();
  send(target, 'dragenter', [wav()]);
  await expect.element(page.getByText('Un fichier, accept')).toBeVisible();
  send(target, 'dragleave', [wav()]);
  await expect.element(page.getByText('Un fichier, resting')).toBeVisible();
  send(target, 'dragenter', [wav(), wav()]);
  await expect.element(page.getByText('Un fichier, reject')).toBeVisible();
});

test('shows that the file dialog is open, and that it was cancelled', async () => {
  const target = await show();
  const field = target.querySelector('input');
  // The dialog itself belongs to the system.
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true }));
  await expect.element(page.getByText('Un fichier, choosing')).toBeVisible();
  expect(opened.mock.contexts).toContain(field);
  opened.mockRestore();
  window.dispatchEvent(new Event('focus'));
  await expect.element(page.getByText('Un fichier, resting')).toBeVisible();
});

test('accepts nothing while it is disabled', async () => {
  const target = await show({ disabled: true });
  drop(target, wav());
  await new Promise((done) => requestAnimationFrame(done));
  expect(heard.file).not.toHaveBeenCalled();
  expect(target.getAttribute('aria-disabled')).toBe('true');
  // Nor does the browser, which would leave the page to open it.
  const dropped = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() });
  target.dispatchEvent(dropped);
  expect(dropped.defaultPrevented).toBe(true);
});
