import { AudioLines, FolderDown, Info, Map as MapIcon, MapPinned, Menu as MenuIcon, UserRound, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { mayAdminister } from '../../contracts/permissions.ts';
import { roleStrings } from '../account/roles/roles-words.ts';
import { endWelcome } from '../parcours/invite/welcome.ts';
import { paths, plainPath } from '../paths.ts';
import { session } from '../session/session.ts';
import { useBackCloses } from '../ui/back.ts';
import { classNames } from '../ui/class-names.ts';
import { strings } from '../ui/common-words.ts';
import { English } from '../ui/english.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Logo } from '../ui/logo.tsx';
import { titles } from '../ui/title-words.ts';
import { SWIPE_MIN_PX, useSwipe } from '../ui/use-swipe.ts';
import { AdminEntry } from './admin-entry.tsx';
import styles from './menu.module.css';
import { MenuFoot } from './menu-foot.tsx';
import { ReportsEntry } from './reports-entry.tsx';
import { RequestsEntry } from './requests-entry.tsx';
import { useOpenReports } from './use-open-reports.ts';
import { useOpenRequests } from './use-open-requests.ts';

const words = strings.menu;
/** Guests have neither drops nor the profile, from which others open their data, because their account is temporary. */
const ENTRIES = [
  { to: paths.home, label: <English>{words.home}</English>, Icon: MapIcon, isFor: 'all' },
  { to: paths.parcours, label: <English>{words.maps}</English>, Icon: MapPinned, isFor: 'all' },
  { to: paths.profile, label: words.profile, Icon: UserRound, isFor: 'accounts' },
  { to: paths.drops, label: words.drops, Icon: AudioLines, isFor: 'accounts' },
  { to: paths.myData, label: titles.myData, Icon: FolderDown, isFor: 'guests' },
  { to: paths.about, label: words.about, Icon: Info, isFor: 'all' },
] as const;

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
  const waiting = useOpenRequests();
  const reports = useOpenReports();
  useBackCloses(open && user !== null, () => onOpenChange(false));
  if (!user) return null;
  const isGuest = user.role === 'guest';
  const leave = (): void => {
    opensScreen.current = true;
    onOpenChange(false);
  };

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Trigger asChild>
        <IconButton
          label={waiting ? roleStrings.requests.openMenu(words.open, waiting) : words.open}
          variant="floating"
          className={classNames(styles.toggle, waiting ? styles.marked : undefined)}
          icon={<MenuIcon size={22} aria-hidden />}
        />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} {...swipe} />
        <Dialog.Content
          className={styles.drawer}
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
            <ul className={styles.entries}>
              {ENTRIES.filter(({ isFor }) => isFor === 'all' || isFor === (isGuest ? 'guests' : 'accounts')).map(
                ({ to, label, Icon }) => (
                  <li key={to}>
                    <NavLink
                      to={to}
                      end
                      className={styles.entry ?? ''}
                      onClick={() => {
                        // A welcome is on the list's own path.
                        if (to === paths.parcours) endWelcome();
                        opensScreen.current = to !== here;
                        onOpenChange(false);
                      }}
                    >
                      <Icon size={20} aria-hidden />
                      {label}
                    </NavLink>
                  </li>
                ),
              )}
              {waiting === null ? null : <RequestsEntry count={waiting} onChoose={leave} />}
              {reports === null ? null : <ReportsEntry count={reports} onChoose={leave} />}
              {mayAdminister(user.role) ? <AdminEntry onChoose={leave} /> : null}
            </ul>
          </nav>
          <MenuFoot onClose={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
