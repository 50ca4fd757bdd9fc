import { X } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { applyUpdate, appUpdate, postponeUpdate } from '../page/app-update.ts';
import { busy } from '../page/busy.ts';
import { afterNotice, dismissNotice, holdNotices, notices, type PassingNotice } from '../page/notice-queue.ts';
import { inScope } from '../platform/scope.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { strings } from '../ui/common-words.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Notice } from '../ui/message.tsx';
import styles from './notice-stack.module.css';

/** Passing notices, and the offer of a new build, above everything else. Hover or focus pauses their timers. */
export function NoticeStack() {
  const { shown } = useSnapshot(notices);
  const stack = useRef<HTMLDivElement>(null);
  const isOver = useRef(false);
  const settle = useCallback(() => holdNotices(isOver.current || stack.current?.matches(':focus-within') === true), []);

  // A notice that disappears under the focus or the pointer fires no blur or leave.
  const count = shown.length;
  useEffect(() => {
    if (count === 0) isOver.current = false;
    settle();
  }, [count, settle]);

  const newest = shown.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined) stack.current?.scrollTo({ top: stack.current.scrollHeight });
  }, [newest]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes hover and focus.
    <div
      ref={stack}
      className={styles.stack}
      aria-live="polite"
      onPointerEnter={() => {
        isOver.current = true;
        settle();
      }}
      onPointerLeave={() => {
        isOver.current = false;
        settle();
      }}
      onFocus={settle}
      onBlur={settle}
    >
      <UpdatePrompt />
      {shown.map((notice) => (
        <Passing key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function Passing({ notice }: { readonly notice: PassingNotice }) {
  useEffect(() => inScope((scope) => afterNotice(scope, () => dismissNotice(notice.id))), [notice.id]);
  return (
    <div className={classNames(styles.notice, notice.action !== undefined && styles.acting)}>
      <Notice
        tone={notice.tone}
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
