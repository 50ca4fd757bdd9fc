import { type MouseEvent, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { barHeights, barsPath, countBars } from '../../platform/audio/waveform-bars.ts';
import { WAVEFORM_BAR_WIDTH_PX, WAVEFORM_HEIGHT_PX } from '../../platform/audio/waveform-look.ts';
import { watchWidth } from '../../platform/page/element-observers.ts';
import { inScope } from '../../platform/scope.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Cues } from './cue-edits.ts';
import styles from './transcript.module.css';
import { formatCueTime, transcriptStrings as words } from './transcript-words.ts';

/** What is shown at once: a few sentences, in which a syllable is some pixels wide. */
const WINDOW_MS = 20_000;

/** Moves the mark of the playback, without a rendering for each frame. */
export interface PlaybackMark {
  show(timeMs: number): void;
}

/** The waveform around the selected cue, with the cues on it. A tap moves the playback there. */
export function CueWaveform({
  peaks,
  durationMs,
  cues,
  selected,
  mark,
  onSeek,
}: {
  /** One array per channel, evenly over the whole sound. */
  readonly peaks: readonly Float32Array[];
  readonly durationMs: number;
  readonly cues: Cues;
  readonly selected: number;
  readonly mark: Ref<PlaybackMark>;
  readonly onSeek: (timeMs: number) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  const [widthPx, setWidthPx] = useState(0);
  const [fromMs, setFromMs] = useState(0);
  const lengthMs = Math.min(WINDOW_MS, Math.max(durationMs, 1));
  const cue = cues[selected];
  const middleMs = cue === undefined ? null : (cue.startMs + cue.endMs) / 2;

  useEffect(() => {
    const element = box.current;
    return element === null ? undefined : inScope((scope) => watchWidth(scope, element, setWidthPx));
  }, []);
  const windowAt = (timeMs: number): number => Math.max(0, Math.min(timeMs - lengthMs / 2, durationMs - lengthMs));
  const latest = useRef(windowAt);
  useEffect(() => {
    latest.current = windowAt;
  });
  useEffect(() => {
    if (middleMs !== null) setFromMs(latest.current(middleMs));
  }, [middleMs]);

  const timeMs = useRef(0);
  const place = (): void => {
    const share = (timeMs.current - fromMs) / lengthMs;
    if (line.current !== null) {
      line.current.hidden = share < 0 || share > 1;
      line.current.style.transform = `translateX(${share * widthPx}px)`;
    }
    if (clock.current !== null) clock.current.textContent = formatCueTime(timeMs.current);
  };
  useEffect(place);
  useImperativeHandle(mark, () => ({
    show: (atMs) => {
      timeMs.current = atMs;
      // Playback that leaves the window takes it along.
      if (atMs < fromMs || atMs > fromMs + lengthMs) setFromMs(windowAt(atMs + lengthMs / 3));
      place();
    },
  }));

  const path = useMemo(() => {
    const part = peaks.map((channel) => {
      const perMs = channel.length / Math.max(durationMs, 1);
      return channel.subarray(Math.floor(fromMs * perMs), Math.ceil((fromMs + lengthMs) * perMs));
    });
    return barsPath(barHeights(part, countBars(widthPx)), WAVEFORM_HEIGHT_PX);
  }, [peaks, durationMs, fromMs, lengthMs, widthPx]);
  const seek = ({ clientX, currentTarget }: MouseEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onSeek(fromMs + (lengthMs * (clientX - left)) / Math.max(width, 1));
  };
  const xOf = (atMs: number): number => ((atMs - fromMs) / lengthMs) * widthPx;
  return (
    <div className={styles.sound}>
      {/* Keys move the playback, too: those of the list. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
      <div ref={box} role="img" aria-label={words.waveform} className={styles.wave} onClick={seek}>
        <svg width={widthPx} height={WAVEFORM_HEIGHT_PX} aria-hidden>
          {cuesWithin(cues, fromMs, fromMs + lengthMs).map((index) => {
            const { startMs, endMs } = cues[index] ?? { startMs: 0, endMs: 0 };
            return (
              <rect
                key={index}
                x={xOf(startMs)}
                width={Math.max(1, xOf(endMs) - xOf(startMs) - 1)}
                height={WAVEFORM_HEIGHT_PX}
                rx={4}
                className={classNames(styles.spanned, index === selected && styles.chosen)}
              />
            );
          })}
          <path d={path} stroke="currentColor" strokeWidth={WAVEFORM_BAR_WIDTH_PX} />
        </svg>
        <div ref={line} className={styles.mark} hidden />
      </div>
      <span ref={clock} className={styles.clock}>
        {formatCueTime(0)}
      </span>
    </div>
  );
}

/** Indices of the cues that begin in a window, or just before it. */
function cuesWithin(cues: Cues, fromMs: number, toMs: number): number[] {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.startMs ?? 0) < fromMs) low = middle + 1;
    else high = middle;
  }
  const within: number[] = [];
  for (let index = Math.max(0, low - 2); index < cues.length; index++) {
    const { startMs, endMs } = cues[index] ?? { startMs: toMs, endMs: toMs };
    if (startMs >= toMs) break;
    if (endMs > fromMs) within.push(index);
  }
  return within;
}
