import { Slider } from 'radix-ui';
import styles from './value-slider.module.css';

/** A slider over a range of numbers. */
export function ValueSlider({
  label,
  text,
  value,
  min,
  max,
  step,
  onChange,
}: {
  /** What is chosen, for screen readers. */
  readonly label: string;
  /** The value in words. */
  readonly text: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <Slider.Root
      className={styles.slider}
      min={min}
      max={max}
      step={step}
      value={[value]}
      onValueChange={([next]) => {
        if (next !== undefined) onChange(next);
      }}
    >
      <Slider.Track className={styles.track}>
        <Slider.Range className={styles.range} />
      </Slider.Track>
      <Slider.Thumb className={styles.thumb} aria-label={label} aria-valuetext={text} />
    </Slider.Root>
  );
}
