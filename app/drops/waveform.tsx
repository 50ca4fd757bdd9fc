import { Pause, Play } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { WAVEFORM_BAR_WIDTH_PX } from '../platform/audio/waveform-sizes.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { PreparedAudio } from './composer/prepare-audio.ts';
import { dropStrings } from './drop-words.ts';
import { useSurfer } from './use-surfer.ts';
import styles from './waveform.module.css';

/** The audio as bars, to check and play before it is saved. */
export function Waveform({ audio }: { readonly audio: PreparedAudio }) {
  const bars = useRef<HTMLDivElement>(null);
  const sounding = useMemo(
    () => ({
      sound: audio.wav,
      peaks: audio.peaks,
      durationS: audio.durationS,
      barWidthPx: WAVEFORM_BAR_WIDTH_PX,
    }),
    [audio],
  );
  const { canPlay, isPlaying, isSilenced, toggle } = useSurfer(bars, sounding);
  return (
    <div className={styles.waveform}>
      <PlayButton isPlaying={isPlaying} disabled={!canPlay || isSilenced} onClick={toggle} />
      <div ref={bars} className={styles.bars} role="img" aria-label={dropStrings.waveform} />
    </div>
  );
}

/** Plays and pauses a waveform. */
export function PlayButton({
  isPlaying,
  disabled = false,
  onClick,
}: {
  readonly isPlaying: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <IconButton
      variant="accent"
      label={isPlaying ? dropStrings.pause : dropStrings.play}
      icon={isPlaying ? <Pause size={20} aria-hidden /> : <Play size={20} aria-hidden />}
      disabled={disabled}
      onClick={onClick}
    />
  );
}
