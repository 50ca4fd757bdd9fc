import { ref } from 'valtio';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { converterStrings } from '../../../app/drops/composer/converter-words.ts';
import { outboxStrings } from '../../../app/drops/outbox/outbox-words.ts';
import { AudioPart, type AudioProgress } from '../../../app/editor/audio-part.tsx';
import { editorStrings } from '../../../app/editor/editor-words.ts';
import { forgetPlaces, places } from '../../../app/places/places.ts';
import type { Place } from '../../../contracts/place.ts';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listAnswer, listCall, mediaLink } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

const root = rootPerTest('main', () => forgetPlaces());

function show(progress: AudioProgress): void {
  root.render(
    <AudioPart
      place={undefined}
      hint=""
      mayChange
      progress={progress}
      renderAudio={() => null}
      recordingBar="recording"
    />,
  );
}

const download = { loadedBytes: 3_210_000, totalBytes: 8_450_000 };

it.each<[AudioProgress, string, string]>([
  [
    { step: 'preparing', share: 0.38, remainingS: null, download },
    converterStrings.preparing,
    'Préparation du convertisseur 38 %, 3,2 Mo sur 8,5 Mo',
  ],
  [
    { step: 'converting', share: 0.42, remainingS: 90, download: null },
    editorStrings.converting,
    'Conversion de l’audio 42 %, environ 2 min',
  ],
  [{ step: 'sending', share: 0.9, remainingS: null, download: null }, editorStrings.sending, 'Envoi de l’audio 90 %'],
  [{ step: 'queuing' }, outboxStrings.queuing, 'Mise à l’abri…'],
])(
  'shows the audio’s progress, announces only completed steps, and offers to cancel: %o',
  async (progress, label, text) => {
    show(progress);
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    await expect.element(page.getByRole('status')).toHaveTextContent(label);
    expect(page.getByRole('status').element().textContent).toBe(label);
    await expect.element(page.getByRole('progressbar', { name: label })).toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: editorStrings.cancel })).toBeEnabled();
  },
);

it('makes room for a running recording', async () => {
  show({ step: 'recording' });
  await expect.element(page.getByText('recording')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

it.each([true, false])(
  'polls for a rendition that is being made if the place may be changed (%s)',
  async (mayChange) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const parcoursId = ParcoursId.parse(7);
    const bench: Place = {
      id: PlaceId.parse(11),
      appelation: 'Le banc',
      type: 'la',
      feature: { type: 'Point', coordinates: [2.34, 48.85] },
      map: { id: parcoursId },
      userId: null,
      media: { data: mediaLink() },
    };
    Object.assign(places, { status: 'ready', parcoursIds: [parcoursId], list: ref([bench]) });
    const heard = answerCalls({ [listCall(parcoursId)]: listAnswer(bench) });
    root.render(
      <AudioPart
        place={bench}
        hint=""
        mayChange={mayChange}
        progress={{ step: 'resting' }}
        renderAudio={({ appelation }) => appelation}
        recordingBar="recording"
      />,
    );
    await until(() => expect(document.body.textContent).toContain('Le banc'));
    vi.advanceTimersByTime(5000);
    expect(heard).toHaveLength(mayChange ? 1 : 0);
  },
);
