import { Mic } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { location } from '../../position/location.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { recordHere } from '../composer/takes.ts';
import styles from './record-tool.module.css';
import { recordStrings } from './record-words.ts';

/** Starts a recording at the person's position; disabled while the position is unknown. */
export function RecordButton() {
  const { fix } = useSnapshot(location);
  return (
    <IconButton
      variant="accent"
      className={styles.button}
      label={fix === null ? recordStrings.startUnplaced : recordStrings.start}
      icon={<Mic size={22} aria-hidden />}
      disabled={fix === null}
      onClick={recordHere}
    />
  );
}
