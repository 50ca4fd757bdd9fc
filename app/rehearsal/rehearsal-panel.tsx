import { Pause, Play, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { formatTime } from '../platform/page/time.ts';
import { IconButton } from '../ui/icon-button.tsx';
import layout from '../ui/layout.module.css';
import { RetryAlert } from '../ui/message.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import typography from '../ui/typography.module.css';
import { ValueSlider } from '../ui/value-slider.tsx';
import { pause, play, seek, setFactor, setSound } from './play-rehearsal.ts';
import { rehearsal, type ShownMap } from './rehearsal.ts';
import styles from './rehearsal-panel.module.css';
import { Setup } from './rehearsal-setup.tsx';
import { closeRehearsal } from './rehearsal-tool.ts';
import { rehearsalStrings } from './rehearsal-words.ts';
import { soundingAt } from './rehearse.ts';
import { rehearseAgain } from './route.ts';
import { Segments } from './segments.tsx';
import { Timeline, useNameOf } from './timeline.tsx';

const words = rehearsalStrings;

/** The rehearsal's tool: at the bottom of a phone, at the right of a wide screen; the map remains usable beside it. */
export function RehearsalPanel({ view }: { readonly view: ShownMap | null }) {
  const { status, isDrawing, answer } = useSnapshot(rehearsal);
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const hasAnswer = answer !== null;
  // On opening, and whenever the focused control was replaced.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say which controls are shown.
  useEffect(() => {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) title.current?.focus();
  }, [isDrawing, hasAnswer, status === 'empty']);
  useEffect(() => title.current?.focus(), []);

  return (
    <section className={styles.panel} aria-labelledby={titleId} data-status={status}>
      <header className={styles.head}>
        <h2 ref={title} id={titleId} tabIndex={-1} className={styles.title}>
          {words.title}
        </h2>
        <IconButton label={words.close} icon={<X size={20} aria-hidden />} onClick={closeRehearsal} />
      </header>
      <div className={styles.body}>
        {status === 'empty' && !isDrawing && <p className={typography.hint}>{words.lead}</p>}
        {status === 'failed' && <RehearsalFailure />}
        <Playback />
        <Setup view={view} />
        {status === 'computing' && !hasAnswer && <Spinner label={words.computing} size={24} />}
        <Timeline view={view} />
      </div>
    </section>
  );
}

function RehearsalFailure() {
  return (
    <RetryAlert variant="quiet" onRetry={rehearseAgain}>
      {rehearsalStrings.failed}
    </RetryAlert>
  );
}

/** Playback speeds of a rehearsal, as multiples of real time. */
const REHEARSAL_FACTORS = [1, 5, 20, 60] as const;

/** The playback of the walk: play and pause, position in time, speed. */
export function Playback() {
  const { answer, isPlaying, atS, factor, hasSound } = useSnapshot(rehearsal);
  const nameOf = useNameOf();
  if (answer === null) return null;
  const start = soundingAt(answer, atS);
  const time = `${formatTime(atS)} / ${formatTime(answer.endS)}`;
  return (
    <section className={styles.section}>
      <div className={layout.row}>
        <IconButton
          variant="accent"
          label={isPlaying ? words.pause : words.play}
          icon={isPlaying ? <Pause size={22} aria-hidden /> : <Play size={22} aria-hidden />}
          onClick={isPlaying ? pause : play}
        />
        <ValueSlider
          label={words.moment}
          text={time}
          value={atS}
          min={0}
          max={Math.max(answer.endS, 1)}
          step={1}
          onChange={seek}
        />
        <span className={styles.time}>{time}</span>
      </div>
      <p className={typography.hint} data-testid="rehearsal-sounds">
        {start === undefined ? words.silence : words.sounds(nameOf(start.placeId))}
      </p>
      <Segments
        label={words.factor}
        options={[
          ...REHEARSAL_FACTORS.map((multiple) => ({ value: String(multiple), label: words.factorValue(multiple) })),
          { value: 'Infinity', label: words.atOnce },
        ]}
        chosen={String(factor)}
        onChoose={(value) => setFactor(Number(value))}
      />
      {factor === 1 && <SwitchRow label={words.sound} hint={words.soundHint} checked={hasSound} onChange={setSound} />}
    </section>
  );
}
