import { X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { applyUpdate, appUpdate, postponeUpdate } from '../page/app-update.ts';
import { busy } from '../page/busy.ts';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './update-prompt.module.css';

/** Offers a new build of the app when a reload would interrupt nothing. */
export function UpdatePrompt() {
  const { ready } = useSnapshot(appUpdate);
  const { works } = useSnapshot(busy);
  if (!ready || works.length > 0) return null;
  return (
    <div className={styles.prompt}>
      <Notice
        action={
          <div className={styles.acts}>
            <Button onClick={() => void applyUpdate()}>{strings.update.apply}</Button>
            <IconButton label={strings.update.later} icon={<X size={18} aria-hidden />} onClick={postponeUpdate} />
          </div>
        }
      >
        {strings.update.ready}
      </Notice>
    </div>
  );
}
