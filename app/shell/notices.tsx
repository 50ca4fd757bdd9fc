import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Scope } from '../platform/scope.ts';
import { strings } from '../platform/strings.ts';
import { dismissNotice, NOTICE_MS, notices, type PassingNotice } from '../state/notices.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './notices.module.css';
import { UpdatePrompt } from './update-prompt.tsx';

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
    <div className={classNames(styles.notice, notice.action !== undefined && styles.acting)}>
      <Notice
        tone="success"
        action={
          <>
            {notice.action === undefined ? null : (
              <Button
                variant="quiet"
                onClick={() => {
                  dismissNotice(notice.id);
                  notice.action?.run();
                }}
              >
                {notice.action.label}
              </Button>
            )}
            <IconButton
              label={strings.app.dismiss}
              icon={<X size={18} aria-hidden />}
              onClick={() => dismissNotice(notice.id)}
            />
          </>
        }
      >
        <span lang={notice.lang}>{notice.text}</span>
      </Notice>
    </div>
  );
}
