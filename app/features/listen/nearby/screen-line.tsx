import { pocketStrings } from '../../../words/pocket.ts';
import styles from './note.module.css';
import { Note } from './note.tsx';

/** That the phone will lock itself, and end the walk by that. */
export function ScreenLine({ onDismiss }: { readonly onDismiss: () => void }) {
  return (
    <Note label={pocketStrings.screenLabel} onDismiss={onDismiss}>
      <p className={styles.text}>{pocketStrings.screenMayTurnOff}</p>
    </Note>
  );
}
