import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Scope } from '../platform/scope.ts';
import { strings } from '../platform/strings.ts';
import { dismissNotice, notices, type PassingNotice } from '../state/notices.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './notices.module.css';
import { UpdatePrompt } from './update-prompt.tsx';

/** Long enough to read two lines without haste. */
const NOTICE_MS = 6000;

/** The passing messages, and the offer of a newer build, above everything else. */
export function Notices() {
  const { shown } = useSnapshot(notices);
  return (
    <div className={styles.stack} aria-live="polite">
      <UpdatePrompt />
      {shown.map((notice) => (
        <Passing key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function Passing({ notice }: { readonly notice: PassingNotice }) {
  useEffect(() => {
    const scope = new Scope();
    scope.timeout(() => dismissNotice(notice.id), NOTICE_MS);
    return () => scope.dispose();
  }, [notice.id]);
  return (
    <div className={styles.notice}>
      <Notice
        tone="success"
        action={
          <IconButton
            label={strings.app.dismiss}
            icon={<X size={18} aria-hidden />}
            onClick={() => dismissNotice(notice.id)}
          />
        }
      >
        <span lang={notice.lang}>{notice.text}</span>
      </Notice>
    </div>
  );
}
