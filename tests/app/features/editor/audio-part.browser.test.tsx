import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AudioPart } from '../../../../app/features/editor/audio-part.tsx';
import type { AudioProgress } from '../../../../app/features/editor/use-place-audio.ts';
import { editorStrings } from '../../../../app/words/editor.ts';
import { outboxStrings } from '../../../../app/words/outbox.ts';

let root: Root;
beforeEach(() => {
  const container = document.createElement('main');
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => root.unmount());

function show(progress: AudioProgress): void {
  root.render(
    <AudioPart place={undefined} mayChange progress={progress} renderAudio={() => null} recordingBar="recording" />,
  );
}

it.each<[AudioProgress, string, string]>([
  [
    { step: 'converting', share: 0.42, remainingS: 90 },
    editorStrings.converting,
    'Conversion de l’audio 42 %, environ 2 min',
  ],
  [{ step: 'sending', share: 0.9, remainingS: null }, editorStrings.sending, 'Envoi de l’audio 90 %'],
  [{ step: 'keeping' }, outboxStrings.keeping, 'Mise à l’abri…'],
])('shows how far the audio is, and offers to call it off: %o', async (progress, label, text) => {
  show(progress);
  await expect.element(page.getByRole('status')).toHaveTextContent(text);
  await expect.element(page.getByRole('progressbar', { name: label })).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: editorStrings.cancel })).toBeEnabled();
});

it('leaves the room to the recording that runs', async () => {
  show({ step: 'recording' });
  await expect.element(page.getByText('recording')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});
