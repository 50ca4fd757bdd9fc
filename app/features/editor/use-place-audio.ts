import { useEffect } from 'react';
import { proxy, useSnapshot } from 'valtio';
import { outbox } from '../../state/drops/own-drops.ts';
import { recorder } from '../../state/drops/recording/recorder.ts';
import { leavePlaceAudio, placeAudio } from '../../state/editor/place-audio.ts';
import { sending } from '../../state/editor/place-audio-sending.ts';
import { placeEditor } from '../../state/editor/place-editor.ts';

/** Stands for the view of a composer while there is none. */
const NO_VIEW = proxy({ now: null });

/** How far the audio of what is open is. */
export type AudioProgress =
  | { readonly step: 'resting' | 'recording' | 'keeping' }
  | { readonly step: 'converting' | 'sending'; readonly share: number | null; readonly remainingS: number | null };

/** Shows how far the audio of what is open is, and lets go of it when the editor goes. */
export function usePlaceAudio(): AudioProgress {
  const { hasAudioWork } = useSnapshot(placeEditor);
  const { phase } = useSnapshot(recorder);
  const { work } = useSnapshot(placeAudio);
  const { itemId } = useSnapshot(sending);
  const { items } = useSnapshot(outbox);
  const composition = useSnapshot(work?.composer.view ?? NO_VIEW).now;
  useEffect(() => leavePlaceAudio, []);

  if (composition !== null) {
    const { conversion } = composition;
    return conversion === null ? { step: 'keeping' } : { step: 'converting', ...conversion };
  }
  if (hasAudioWork !== null && phase !== 'idle') return { step: 'recording' };
  const item = items.find(({ id }) => id === itemId);
  if (item === undefined) return { step: 'resting' };
  return item.phase === 'sending' || item.phase === 'converting'
    ? { step: item.phase, share: item.progress, remainingS: null }
    : { step: 'keeping' };
}
