import { Slider } from 'radix-ui';
import type { KeyboardEventHandler, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './value-slider.module.css';

/** A slider over a range of numbers. */
export function ValueSlider({
  label,
  text,
  value,
  min,
  max,
  step,
  disabled = false,
  className = styles.roomy,
  track,
  onKeyDown,
  onChange,
}: {
  readonly label: string;
  /** The value as text, for screen readers. */
  readonly text: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly disabled?: boolean;
  /** Sets another size: a height and `--thumb-size`. */
  readonly className?: string | undefined;
  /** A `Slider.Track` with its `Slider.Range`, in place of the default bar. */
  readonly track?: ReactNode;
  /** Called before the slider's own handler, which ignores keys whose default is prevented. */
  readonly onKeyDown?: KeyboardEventHandler;
  readonly onChange: (value: number) => void;
}) {
  return (
    <Slider.Root
      className={classNames(styles.slider, className)}
      min={min}
      max={max}
      step={step}
      value={[value]}
      disabled={disabled}
      onKeyDown={onKeyDown}
      onValueChange={([next]) => {
        if (next !== undefined) onChange(next);
      }}
    >
      {track ?? (
        <Slider.Track className={styles.track}>
          <Slider.Range className={styles.range} />
        </Slider.Track>
      )}
      <Slider.Thumb className={styles.thumb} aria-label={label} aria-valuetext={text} />
    </Slider.Root>
  );
}
