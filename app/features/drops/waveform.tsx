import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type WaveSurfer from 'wavesurfer.js';
import { WAVEFORM_BAR_GAP_PX, WAVEFORM_BAR_WIDTH_PX, WAVEFORM_HEIGHT_PX } from '../../../contracts/limits.ts';
import { Scope } from '../../platform/scope.ts';
import { strings } from '../../platform/strings.ts';
import { readWaveformColours } from '../../platform/waveform-colours.ts';
import { listening, pauseStory } from '../../state/listening.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { PreparedAudio } from './upload.state.ts';
import styles from './waveform.module.css';

/** The audio as bars, to be looked at and heard before it is saved. Its code is fetched when it is first shown. */
export function Waveform({ audio }: { readonly audio: PreparedAudio }) {
  const bars = useRef<HTMLDivElement>(null);
  const [surfer, setSurfer] = useState<WaveSurfer | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const { phase } = useSnapshot(listening).audio;

  useEffect(() => {
    const container = bars.current;
    if (container === null) return;
    const scope = new Scope();
    const url = scope.objectUrl(audio.wav);
    const show = async (): Promise<void> => {
      const { default: Surfer } = await import('wavesurfer.js');
      if (scope.disposed) return;
      const made = Surfer.create({
        container,
        url,
        duration: audio.durationS,
        height: WAVEFORM_HEIGHT_PX,
        barWidth: WAVEFORM_BAR_WIDTH_PX,
        barGap: WAVEFORM_BAR_GAP_PX,
        barRadius: 1,
        cursorWidth: 0,
        normalize: true,
        ...readWaveformColours(),
        ...(audio.peaks.length > 0 ? { peaks: audio.peaks } : {}),
      });
      made.on('play', () => setPlaying(true));
      made.on('pause', () => setPlaying(false));
      made.on('finish', () => made.setTime(0));
      scope.add(() => made.destroy());
      setSurfer(made);
    };
    // Without its code, as on a network that went, the audio can still be saved; it only can't be heard before.
    show().catch(() => {});
    return () => {
      setSurfer(null);
      scope.dispose();
    };
  }, [audio]);

  // A story that starts by itself meanwhile is heard alone.
  useEffect(() => {
    if (phase === 'playing') surfer?.pause();
  }, [phase, surfer]);

  const toggle = (): void => {
    if (!isPlaying) pauseStory();
    // A sheet that closes at once interrupts the start; nothing is lost by it.
    surfer?.playPause().catch(() => {});
  };

  return (
    <div className={styles.waveform}>
      <IconButton
        variant="accent"
        label={isPlaying ? strings.drops.pause : strings.drops.play}
        icon={isPlaying ? <Pause size={20} aria-hidden /> : <Play size={20} aria-hidden />}
        disabled={surfer === null}
        onClick={toggle}
      />
      <div ref={bars} className={styles.bars} role="img" aria-label={strings.drops.waveform} />
    </div>
  );
}
