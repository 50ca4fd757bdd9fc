import { Menu as MenuIcon, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { plainPath } from '../paths.ts';
import { session } from '../session/session.ts';
import { useBackCloses } from '../ui/back.ts';
import { classNames } from '../ui/class-names.ts';
import { strings } from '../ui/common-words.ts';
import frame from '../ui/dialog-frame.module.css';
import { IconButton } from '../ui/icon-button.tsx';
import layout from '../ui/layout.module.css';
import { Logo } from '../ui/logo.tsx';
import { SWIPE_MIN_PX, useSwipe } from '../ui/use-swipe.ts';
import styles from './menu.module.css';
import { AccountFoot, MenuEntries, useWaitingCounts } from './menu-entries.tsx';
import { menuStrings } from './menu-words.ts';

const words = menuStrings;

/** The menu's button on the map, and the drawer that it opens. A swipe to the left closes it. */
export function Menu({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const opensScreen = useRef(false);
  const swipe = useSwipe(SWIPE_MIN_PX, (way) => {
    if (way === 'left') onOpenChange(false);
  });
  const here = plainPath(useLocation().pathname);
  const { user } = useSnapshot(session);
  const counts = useWaitingCounts();
  useBackCloses(open && user !== null, () => onOpenChange(false));
  if (!user) return null;

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Trigger asChild>
        <IconButton
          label={words.openWith(counts.requests ?? 0, counts.toApprove ?? 0)}
          variant="floating"
          className={classNames(styles.toggle, counts.requests || counts.toApprove ? styles.marked : undefined)}
          icon={<MenuIcon size={22} aria-hidden />}
        />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={classNames(frame.scrim, styles.scrim)} {...swipe} />
        <Dialog.Content
          className={classNames(frame.panel, styles.drawer)}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            // A chosen screen takes the focus itself; otherwise it returns to the toggle.
            if (opensScreen.current) event.preventDefault();
            opensScreen.current = false;
          }}
          {...swipe}
        >
          <header className={styles.head}>
            <Logo heightPx={34} />
            <Dialog.Title className={styles.title}>{strings.app.name}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={strings.app.close} icon={<X size={20} aria-hidden />} />
            </Dialog.Close>
          </header>
          <nav aria-label={words.title}>
            <MenuEntries
              counts={counts}
              className={layout.stack1}
              entryClassName={styles.entry}
              onChoose={(to) => {
                opensScreen.current = to !== here;
                onOpenChange(false);
              }}
            />
          </nav>
          <div className={styles.foot}>
            <AccountFoot onClose={() => onOpenChange(false)} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
