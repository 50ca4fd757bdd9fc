import { X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { Alert } from '../../ui/alert.tsx';
import { strings } from '../../ui/common-words.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './record-tool.module.css';
import { dismissRecorderFault, recorder } from './recorder.ts';

/** Shows why a recording could not start, or ended by itself, until it is dismissed. */
export function RecorderFault() {
  const { fault } = useSnapshot(recorder);
  if (fault === null) return null;
  const dismiss = (
    <IconButton label={strings.app.dismiss} icon={<X size={18} aria-hidden />} onClick={dismissRecorderFault} />
  );
  return (
    <div className={styles.fault}>
      <Alert action={dismiss}>{fault}</Alert>
    </div>
  );
}
