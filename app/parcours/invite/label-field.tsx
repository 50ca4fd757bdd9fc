import { useId } from 'react';
import { INVITE_LABEL_MAX } from '../../../contracts/limits.ts';
import { TextField } from '../../ui/text-field.tsx';
import styles from './invite-maker.module.css';
import { sharingStrings } from './sharing-words.ts';

/** The field for a link's label. */
export function LabelField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const hintId = useId();
  return (
    <div>
      <TextField
        label={sharingStrings.label}
        value={value}
        maxLength={INVITE_LABEL_MAX}
        aria-describedby={hintId}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={hintId} className={styles.hint}>
        {sharingStrings.labelHint}
      </p>
    </div>
  );
}
