import { Mic } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { proxy, useSnapshot } from 'valtio';
import type { Place } from '../../contracts/place.ts';
import type { Conversion } from '../drops/composer/composition.ts';
import { converterStrings, detailOf } from '../drops/composer/converter-words.ts';
import { deviceStorage } from '../drops/device-storage.ts';
import { outbox } from '../drops/drop-services.ts';
import { memoryStrings, outboxStrings } from '../drops/outbox/outbox-words.ts';
import { recorder } from '../drops/record/recorder.ts';
import { awaitRenditions, isRenditionDue } from '../places/await-renditions.ts';
import { refreshPlaces } from '../places/places.ts';
import { inScope } from '../platform/scope.ts';
import { session } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import layout from '../ui/layout.module.css';
import { Notice } from '../ui/message.tsx';
import { WorkProgress } from '../ui/progress-bar.tsx';
import typography from '../ui/typography.module.css';
import { AudioFileDrop } from './audio-file-drop.tsx';
import { editorStrings } from './editor-words.ts';
import { cancelPlaceAudio, leavePlaceAudio, placeAudio, recordForPlace, sendFile, sending } from './place-audio.ts';
import { askFirst, placeEditor, showEditorError } from './place-editor.ts';

interface AudioPartProps {
  /** Undefined for a shape that has no place yet, and for a planned place. */
  readonly place: Place | undefined;
  /** Shown instead of audio that there is none yet. */
  readonly hint: string;
  readonly mayChange: boolean;
  readonly progress: AudioProgress;
  readonly renderAudio: (place: Place, mayChange: boolean) => ReactNode;
  readonly recordingBar: ReactNode;
}

/** The audio of the open item: playback, recording, or a file. */
export function AudioPart({ place, hint, mayChange, progress, renderAudio, recordingBar }: AudioPartProps) {
  const words = editorStrings;
  const hasAudio = place !== undefined && place.media !== null;
  useAwaitRendition(mayChange ? place : undefined);

  if (progress.step === 'recording') return <div className={layout.stack3}>{recordingBar}</div>;
  if (progress.step !== 'resting') {
    const { share, ...rest } = 'share' in progress ? progress : { share: null, remainingS: null, download: null };
    return (
      <div className={layout.stack3}>
        <WorkProgress
          label={labelOf(progress.step)}
          share={share}
          detail={detailOf(rest)}
          cancelLabel={words.cancel}
          onCancel={cancelPlaceAudio}
        />
      </div>
    );
  }
  return (
    <div className={layout.stack3}>
      {hasAudio && renderAudio(place, mayChange)}
      {!hasAudio && <p className={typography.hint}>{hint}</p>}
      {mayChange && <AudioSources hasAudio={hasAudio} />}
    </div>
  );
}

function labelOf(step: Exclude<AudioProgress['step'], 'resting' | 'recording'>): string {
  const { converting, sending } = editorStrings;
  return {
    preparing: converterStrings.preparing,
    converting,
    sending,
    queuing: outboxStrings.queuing,
  }[step];
}

/** The sources of audio: the microphone, or a file. Replacing existing audio needs a confirmation. */
function AudioSources({ hasAudio }: { readonly hasAudio: boolean }) {
  const words = editorStrings;
  const { user } = useSnapshot(session);
  const { isLasting } = useSnapshot(deviceStorage);
  const isBusy = useSnapshot(placeEditor).step !== 'resting';
  const replaceFirst = (go: () => void): void => (hasAudio ? askFirst('replace', go) : go());
  return (
    <div className={layout.stack2}>
      {!isLasting && (
        <Notice>
          {memoryStrings.notice} {memoryStrings.limits}
        </Notice>
      )}
      <Button
        variant="secondary"
        icon={<Mic size={18} aria-hidden />}
        disabled={user === null}
        busy={isBusy}
        onClick={() => replaceFirst(() => void recordForPlace())}
      >
        {words.record}
      </Button>
      <AudioFileDrop
        label={words.upload}
        disabled={isBusy}
        onFile={(file) => replaceFirst(() => void sendFile(file))}
        onRefused={(fault) => showEditorError({ why: 'audio-refused', fault })}
      />
    </div>
  );
}

/** Refreshes the places while this place's rendition is being made. */
function useAwaitRendition(place: Place | undefined): void {
  // Identified by link, because another audio of the same place has its own rendition.
  const dueLink = place !== undefined && isRenditionDue(place) ? place.media?.data.link : undefined;
  useEffect(() => {
    if (dueLink === undefined) return;
    return inScope((scope) => awaitRenditions(scope, refreshPlaces));
  }, [dueLink]);
}

/** Replaces the view of a composer while there is none. */
const NO_VIEW = proxy({ now: null });

/** Progress of the audio of the open item. */
export type AudioProgress =
  | { readonly step: 'resting' | 'recording' | 'queuing' }
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
    if (conversion === null) return { step: 'queuing' };
    return { step: conversion.download === null ? 'converting' : 'preparing', ...conversion };
  }
  if (hasAudioWork !== null && phase !== 'idle') return { step: 'recording' };
  const item = items.find(({ id }) => id === itemId);
  if (item === undefined) return { step: 'resting' };
  const { phase: step, progress: share } = item;
  return step === 'preparing' || step === 'converting' || step === 'sending'
    ? { step, share, remainingS: null, download: null }
    : { step: 'queuing' };
}
