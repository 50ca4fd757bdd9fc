import { Slider } from 'radix-ui';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { StoredWaveform } from '../../workers/client/peaks-client.ts';
import { barHeights, barsPath, countBars } from '../platform/audio/waveform-bars.ts';
import { WAVEFORM_BAR_WIDTH_PX, WAVEFORM_HEIGHT_PX } from '../platform/audio/waveform-look.ts';
import { watchWidth } from '../platform/page/element-observers.ts';
import { formatTime } from '../platform/page/time.ts';
import { inScope } from '../platform/scope.ts';
import { classNames } from '../ui/class-names.ts';
import { ValueSlider } from '../ui/value-slider.tsx';
import { seekStory, skipStory } from './listening.ts';
import { SKIP_S } from './media-controls.ts';
import { listenStrings } from './player-words.ts';
import styles from './seek-slider.module.css';

/** Step of an arrow key: a few words. A skip is about a sentence. */
const SEEK_KEY_S = 5;

const KEY_STEPS_S: Readonly<Record<string, number>> = {
  ArrowLeft: -SEEK_KEY_S,
  ArrowDown: -SEEK_KEY_S,
  ArrowRight: SEEK_KEY_S,
  ArrowUp: SEEK_KEY_S,
  PageDown: -SKIP_S,
  PageUp: SKIP_S,
};

/** Position within the story, on its waveform, or on a plain bar if there is none. */
export function SeekSlider({
  positionS,
  lengthS,
  disabled,
  waveform,
}: {
  readonly positionS: number;
  readonly lengthS: number;
  readonly disabled: boolean;
  readonly waveform: StoredWaveform | null;
}) {
  const handleKey = (event: KeyboardEvent): void => {
    const stepS = KEY_STEPS_S[event.key];
    if (stepS === undefined || disabled) return;
    event.preventDefault();
    skipStory(stepS);
  };
  return (
    <ValueSlider
      label={listenStrings.seek}
      text={`${formatTime(positionS)} / ${formatTime(lengthS)}`}
      value={Math.min(positionS, lengthS)}
      min={0}
      max={Math.max(lengthS, 0.1)}
      step={0.1}
      disabled={disabled}
      className={classNames(styles.slider, waveform !== null && styles.waveform)}
      track={waveform === null ? undefined : <Bars waveform={waveform} />}
      onKeyDown={handleKey}
      onChange={seekStory}
    />
  );
}

function Bars({ waveform }: { readonly waveform: StoredWaveform }) {
  const track = useRef<HTMLSpanElement>(null);
  const [widthPx, setWidthPx] = useState(0);
  useEffect(() => {
    const element = track.current;
    return element === null ? undefined : inScope((scope) => watchWidth(scope, element, setWidthPx));
  }, []);
  const path = useMemo(
    () => barsPath(barHeights(waveform.peaks, countBars(widthPx)), WAVEFORM_HEIGHT_PX),
    [waveform, widthPx],
  );
  const bars = (
    <svg width={widthPx} height={WAVEFORM_HEIGHT_PX} aria-hidden>
      <path d={path} stroke="currentColor" strokeWidth={WAVEFORM_BAR_WIDTH_PX} />
    </svg>
  );
  return (
    <Slider.Track ref={track} className={styles.bars} data-testid="waveform">
      {bars}
      {/* The played part covers the same bars, clipped at the position. */}
      <Slider.Range className={styles.heard}>{bars}</Slider.Range>
    </Slider.Track>
  );
}
