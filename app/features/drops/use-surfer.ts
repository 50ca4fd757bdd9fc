import { type RefObject, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type WaveSurfer from 'wavesurfer.js';
import { readWaveformColours } from '../../platform/audio/waveform-colours.ts';
import { WAVEFORM_BAR_GAP_PX, WAVEFORM_HEIGHT_PX } from '../../platform/audio/waveform-sizes.ts';
import { openKept } from '../../platform/kept/kept-files.ts';
import { Scope } from '../../platform/scope.ts';
import { recorder } from '../../state/drops/recording/recorder.ts';
import { listening, pauseStory } from '../../state/walk/listening.ts';

/** What is drawn and played. Must stay the same object while nothing changes. */
export interface Sounding {
  /** Address of the sound, which may be kept on the device, or its bytes; null for a picture alone. */
  readonly sound: string | Blob | null;
  /** For each channel one number a pixel, from -1 to 1; none where the sound itself is to be decoded. */
  readonly peaks: readonly Float32Array[];
  readonly durationS: number;
  readonly barWidthPx: number;
}

/** The state of a waveform in a container. */
export interface Surfer {
  /** False until its code is loaded, and without a sound. */
  readonly canPlay: boolean;
  readonly isPlaying: boolean;
  /** It may not sound now: something is recorded. */
  readonly isSilenced: boolean;
  /** The sound could not be loaded or read. */
  readonly failed: boolean;
  toggle(): void;
}

/**
 * Draws a waveform into `container` and plays it; replaces it when `sounding` changes. Loads its code with the first one.
 * Only one sound plays at a time: playing pauses everything else, and the other way round.
 */
export function useSurfer(container: RefObject<HTMLElement | null>, sounding: Sounding | null): Surfer {
  const [surfer, setSurfer] = useState<WaveSurfer | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  // The sound that failed, not a flag: the next one has not failed, from its first render on.
  const [failedSounding, setFailedSounding] = useState<Sounding | null>(null);
  const { phase } = useSnapshot(listening).audio;
  // The microphone would record it.
  const isSilenced = useSnapshot(recorder).phase !== 'idle';

  useEffect(() => {
    const element = container.current;
    if (element === null || sounding === null) return;
    const scope = new Scope();
    const { sound, peaks, durationS, barWidthPx } = sounding;
    const show = async (): Promise<void> => {
      const { default: Surfer } = await import('wavesurfer.js');
      const kept = typeof sound === 'string' ? await openKept(sound) : null;
      if (scope.disposed) return;
      const source = kept ?? sound;
      const made = Surfer.create({
        container: element,
        duration: durationS,
        height: WAVEFORM_HEIGHT_PX,
        barWidth: barWidthPx,
        barGap: WAVEFORM_BAR_GAP_PX,
        barRadius: 1,
        cursorWidth: 0,
        normalize: true,
        interact: source !== null,
        ...readWaveformColours(),
        ...(typeof source === 'string' ? { url: source } : {}),
        ...(peaks.length > 0 && !(source instanceof Blob) ? { peaks: [...peaks] } : {}),
      });
      made.on('play', () => {
        setFailedSounding(null);
        setPlaying(true);
      });
      made.on('pause', () => setPlaying(false));
      made.on('finish', () => made.setTime(0));
      made.on('error', () => setFailedSounding(sounding));
      scope.add(() => made.destroy());
      // Not by an address: it would be fetched to be decoded, which the content policy refuses.
      if (source instanceof Blob) {
        const drawn = peaks.length > 0 ? [...peaks] : undefined;
        // A failure is reported by the event.
        made.loadBlob(source, drawn, durationS).catch(() => {});
      }
      if (source !== null) setSurfer(made);
    };
    // Without its code, e.g. offline, the audio can still be saved.
    show().catch(() => {});
    return () => {
      setSurfer(null);
      setPlaying(false);
      setFailedSounding(null);
      scope.dispose();
    };
  }, [container, sounding]);

  // A story that starts by itself pauses this, and so does a recording.
  useEffect(() => {
    if (phase === 'playing' || isSilenced) surfer?.pause();
  }, [phase, isSilenced, surfer]);

  return {
    canPlay: surfer !== null,
    isPlaying,
    isSilenced,
    failed: failedSounding !== null && failedSounding === sounding,
    toggle: () => {
      if (!isPlaying) pauseStory();
      // Closing the sheet aborts the start.
      surfer?.playPause().catch(() => {});
    },
  };
}
