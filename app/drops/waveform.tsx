import { Pause, Play } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type WaveSurfer from 'wavesurfer.js';
import { openMedia } from '../platform/audio/audio-files.ts';
import { soundAlone } from '../platform/audio/one-sound.ts';
import {
  readWaveformColours,
  WAVEFORM_BAR_GAP_PX,
  WAVEFORM_BAR_WIDTH_PX,
  WAVEFORM_HEIGHT_PX,
} from '../platform/audio/waveform-look.ts';
import { openStoredFile } from '../platform/packs/stored-files.ts';
import { Scope } from '../platform/scope.ts';
import { IconButton } from '../ui/icon-button.tsx';
import layout from '../ui/layout.module.css';
import { Spinner } from '../ui/spinner.tsx';
import { pauseStory } from '../walk/listening.ts';
import type { PreparedAudio } from './composer/composition.ts';
import { dropStrings } from './drop-words.ts';
import { recorder } from './record/recorder.ts';
import styles from './waveform.module.css';

/**
 * The audio as bars, to check and play before it is saved.
 * @param name what sounds, where several are listed
 */
export function Waveform({ audio, name }: { readonly audio: PreparedAudio; readonly name?: string | undefined }) {
  const bars = useRef<HTMLDivElement>(null);
  const sounding = useMemo(() => ({ ...audio, sound: audio.wav, barWidthPx: WAVEFORM_BAR_WIDTH_PX }), [audio]);
  const { canPlay, isPlaying, isSilenced, toggle } = useSurfer(bars, sounding);
  return (
    <div className={layout.row}>
      <PlayButton isPlaying={isPlaying} disabled={!canPlay || isSilenced} name={name} onClick={toggle} />
      <div ref={bars} className={styles.bars} role="img" aria-label={dropStrings.waveform} />
    </div>
  );
}

interface PlayButtonProps {
  readonly isPlaying: boolean;
  readonly disabled?: boolean;
  /** Shows a spinner and ignores clicks. */
  readonly isBusy?: boolean;
  /** What sounds, where several drops are listed. */
  readonly name?: string | undefined;
  /** Its visible name, if it does something else first. */
  readonly label?: string;
  readonly lang?: string;
  readonly onClick: () => void;
}

/** Plays and pauses a waveform. */
export function PlayButton({
  isPlaying,
  disabled = false,
  isBusy = false,
  name,
  label,
  lang,
  onClick,
}: PlayButtonProps) {
  const Icon = isPlaying ? Pause : Play;
  const act = label ?? (isPlaying ? dropStrings.pause : dropStrings.play);
  return (
    <IconButton
      variant="accent"
      label={name === undefined ? act : dropStrings.actOf(act, name)}
      lang={lang}
      className={label === undefined ? undefined : styles.worded}
      icon={
        <>
          {isBusy ? <Spinner /> : <Icon size={20} aria-hidden />}
          {label}
        </>
      }
      disabled={disabled}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
    />
  );
}

/** The audio to draw and play. Must stay the same object while nothing changes. */
interface Sounding {
  /** URL of the audio, which may be stored on the device, or its bytes; null to draw without playback. */
  readonly sound: string | Blob | null;
  /** For each channel one number per pixel, from -1 to 1; empty if the audio itself must be decoded. */
  readonly peaks: readonly Float32Array[];
  readonly durationS: number;
  readonly barWidthPx: number;
}

/**
 * Draws a waveform into `container` and plays it; replaces it when `sounding` changes. Loads its code with the first
 * one. Only one audio plays at a time: playing pauses all others. While a recording runs, it `isSilenced`.
 */
export function useSurfer(container: RefObject<HTMLElement | null>, sounding: Sounding | null) {
  const [surfer, setSurfer] = useState<WaveSurfer | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  // The audio that failed, not a flag, because the next one must count as not failed from its first render on.
  const [failedSounding, setFailedSounding] = useState<Sounding | null>(null);
  // The microphone would record it.
  const isSilenced = useSnapshot(recorder).phase !== 'idle';

  useEffect(() => {
    const element = container.current;
    if (element === null || sounding === null) return;
    const scope = new Scope();
    const { sound, peaks, durationS, barWidthPx } = sounding;
    const show = async (): Promise<void> => {
      const { default: Surfer } = await import('wavesurfer.js');
      const stored = typeof sound === 'string' ? await openStoredFile(sound) : null;
      const isDecoded = typeof sound === 'string' && stored === null && peaks.length === 0;
      // Wavesurfer would fetch it, too, but in WebKit its rejection goes uncaught when the screen is left meanwhile.
      const source = isDecoded ? await openMedia(sound, scope.signal()) : (stored ?? sound);
      if (scope.disposed) return;
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
        soundAlone(made);
        setFailedSounding(null);
        setPlaying(true);
      });
      made.on('pause', () => setPlaying(false));
      made.on('finish', () => made.setTime(0));
      made.on('error', () => setFailedSounding(sounding));
      scope.add(() => made.destroy());
      // Not by URL: it would be fetched for decoding, which the content policy refuses.
      if (source instanceof Blob) {
        const drawn = peaks.length > 0 ? [...peaks] : undefined;
        // The event reports a failure.
        made.loadBlob(source, drawn, durationS).catch(() => {});
      }
      if (source !== null) setSurfer(made);
    };
    // Without its code, e.g. offline, the audio can still be saved.
    show().catch(() => {
      if (!scope.disposed && typeof sound === 'string') setFailedSounding(sounding);
    });
    return () => {
      setSurfer(null);
      setPlaying(false);
      setFailedSounding(null);
      scope.dispose();
    };
  }, [container, sounding]);

  useEffect(() => {
    if (isSilenced) surfer?.pause();
  }, [isSilenced, surfer]);

  return {
    /** False until its code is loaded, and without audio. */
    canPlay: surfer !== null,
    isPlaying,
    isSilenced,
    failed: failedSounding !== null && failedSounding === sounding,
    toggle: (): void => {
      if (!isPlaying) pauseStory();
      // Closing the sheet aborts the start.
      surfer?.playPause().catch(() => {});
    },
  };
}
