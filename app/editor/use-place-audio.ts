import { useEffect } from 'react';
import { proxy, useSnapshot } from 'valtio';
import type { Conversion } from '../drops/composer/composition.ts';
import { outbox } from '../drops/drop-services.ts';
import { recorder } from '../drops/record/recorder.ts';
import { leavePlaceAudio, placeAudio } from './place-audio.ts';
import { sending } from './place-audio-sending.ts';
import { placeEditor } from './place-editor.ts';

/** Replaces the view of a composer while there is none. */
const NO_VIEW = proxy({ now: null });

/** Progress of the audio of the open item. */
export type AudioProgress =
  | { readonly step: 'resting' | 'recording' | 'keeping' }
  | ({ readonly step: 'preparing' | 'converting' | 'sending' } & Conversion);

/** Returns the progress of the open item's audio, and releases that audio when the editor unmounts. */
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
    if (conversion === null) return { step: 'keeping' };
    return { step: conversion.download === null ? 'converting' : 'preparing', ...conversion };
  }
  if (hasAudioWork !== null && phase !== 'idle') return { step: 'recording' };
  const item = items.find(({ id }) => id === itemId);
  if (item === undefined) return { step: 'resting' };
  const { phase: step, progress: share } = item;
  return step === 'preparing' || step === 'converting' || step === 'sending'
    ? { step, share, remainingS: null, download: null }
    : { step: 'keeping' };
}
