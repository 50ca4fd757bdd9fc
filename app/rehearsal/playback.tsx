import { Pause, Play } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { formatTime } from '../platform/page/time.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import { ValueSlider } from '../ui/value-slider.tsx';
import { useNameOf } from './place-names.ts';
import { pause, play, seek, setFactor, setSound } from './play-rehearsal.ts';
import { rehearsal } from './rehearsal.ts';
import styles from './rehearsal-panel.module.css';
import { rehearsalStrings } from './rehearsal-words.ts';
import { soundingAt } from './rehearse.ts';
import { Segments } from './segments.tsx';

/** Playback speeds of a rehearsal, as multiples of real time. */
const REHEARSAL_FACTORS = [1, 5, 20, 60] as const;

const words = rehearsalStrings;

const FACTORS = [
  ...REHEARSAL_FACTORS.map((factor) => ({ value: String(factor), label: words.factorValue(factor) })),
  { value: 'Infinity', label: words.atOnce },
];

/** The playback of the walk: play and pause, position in time, speed. */
export function Playback() {
  const { answer, isPlaying, atS, factor, hasSound } = useSnapshot(rehearsal);
  const nameOf = useNameOf();
  if (answer === null) return null;
  const start = soundingAt(answer, atS);
  const time = `${formatTime(atS)} / ${formatTime(answer.endS)}`;
  return (
    <section className={styles.section}>
      <div className={styles.play}>
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
      <p className={styles.soft} data-testid="rehearsal-sounds">
        {start === undefined ? words.silence : words.sounds(nameOf(start.placeId))}
      </p>
      <Segments
        label={words.factor}
        options={FACTORS}
        chosen={String(factor)}
        onChoose={(value) => setFactor(Number(value))}
      />
      {factor === 1 && <SwitchRow label={words.sound} hint={words.soundHint} checked={hasSound} onChange={setSound} />}
    </section>
  );
}
