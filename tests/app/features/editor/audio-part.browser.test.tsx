import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AudioPart } from '../../../../app/features/editor/audio-part.tsx';
import type { AudioWork } from '../../../../app/features/editor/use-place-audio.ts';
import { editorStrings } from '../../../../app/words/editor.ts';
import { outboxStrings } from '../../../../app/words/outbox.ts';

let root: Root;
const cancel = vi.fn();
beforeEach(() => {
  cancel.mockClear();
  const container = document.createElement('main');
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => root.unmount());

function show(work: AudioWork): void {
  root.render(
    <AudioPart
      place={undefined}
      mayChange
      audio={{ work, send: vi.fn(), record: vi.fn(), cancel }}
      renderAudio={() => null}
      recordingBar="recording"
    />,
  );
}

it.each<[AudioWork, string, string]>([
  [
    { step: 'converting', share: 0.42, remainingS: 90 },
    editorStrings.converting,
    'Conversion de l’audio 42 %, environ 2 min',
  ],
  [{ step: 'sending', share: 0.9, remainingS: null }, editorStrings.sending, 'Envoi de l’audio 90 %'],
  [{ step: 'keeping' }, outboxStrings.keeping, 'Mise à l’abri…'],
])('tells how far the audio is, and lets it be called off: %o', async (work, label, text) => {
  show(work);
  await expect.element(page.getByRole('status')).toHaveTextContent(text);
  await expect.element(page.getByRole('progressbar', { name: label })).toBeInTheDocument();
  await page.getByRole('button', { name: editorStrings.cancel }).click();
  expect(cancel).toHaveBeenCalledOnce();
});

it('leaves the room to the recording that runs', async () => {
  show({ step: 'recording' });
  await expect.element(page.getByText('recording')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});
