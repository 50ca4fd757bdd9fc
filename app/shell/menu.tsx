import {
  AudioLines,
  Info,
  LogIn,
  LogOut,
  Map as MapIcon,
  MapPinned,
  Menu as MenuIcon,
  UserRound,
  X,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useRef } from 'react';
import { NavLink, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { paths } from '../paths.ts';
import { askToLogout } from '../state/drops/leaving.ts';
import { chooseTheme, look } from '../state/page/theme.ts';
import { session } from '../state/session/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { English } from '../ui/english.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Logo } from '../ui/logo.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import { SWIPE_MIN_PX, useSwipe } from '../ui/use-swipe.ts';
import { strings } from '../words/strings.ts';
import styles from './menu.module.css';

const words = strings.menu;
/** A guest's account is thrown away: it has no work and no picture of its own. */
const ENTRIES = [
  { to: paths.home, label: <English>{words.home}</English>, Icon: MapIcon, forGuests: true },
  { to: paths.parcours, label: <English>{words.maps}</English>, Icon: MapPinned, forGuests: true },
  { to: paths.profile, label: words.profile, Icon: UserRound, forGuests: false },
  { to: paths.drops, label: words.drops, Icon: AudioLines, forGuests: false },
  { to: paths.about, label: words.about, Icon: Info, forGuests: true },
] as const;

/** The menu's toggle on the map, and the drawer that it opens. A swipe to the left closes it. */
export function Menu({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const leavesForScreen = useRef(false);
  const swipe = useSwipe(SWIPE_MIN_PX, (way) => {
    if (way === 'left') onOpenChange(false);
  });
  const { user } = useSnapshot(session);
  const { theme } = useSnapshot(look);
  const navigate = useNavigate();
  if (!user) return null;
  const isGuest = user.role === 'guest';
  const ExitIcon = isGuest ? LogIn : LogOut;

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Trigger asChild>
        <IconButton
          label={words.open}
          variant="floating"
          className={styles.toggle}
          icon={<MenuIcon size={22} aria-hidden />}
        />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} {...swipe} />
        <Dialog.Content
          className={styles.drawer}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            // The screen that was chosen takes focus to its heading; otherwise the toggle gets it back.
            if (leavesForScreen.current) event.preventDefault();
            leavesForScreen.current = false;
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
              {ENTRIES.filter(({ forGuests }) => forGuests || !isGuest).map(({ to, label, Icon }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    end
                    className={styles.entry ?? ''}
                    onClick={() => {
                      leavesForScreen.current = to !== paths.home;
                      onOpenChange(false);
                    }}
                  >
                    <Icon size={20} aria-hidden />
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className={styles.foot}>
            <SwitchRow
              label={words.darkTheme}
              checked={theme === 'dark'}
              onChange={(dark) => chooseTheme(dark ? 'dark' : 'light')}
            />
            <div className={styles.person}>
              <Avatar name={user.name} picture={user.picture} sizePx={40} />
              <div className={styles.who}>
                <p className={styles.name}>{user.name}</p>
                <p className={styles.email}>{isGuest ? words.guest : user.email}</p>
              </div>
            </div>
            <button
              type="button"
              className={styles.entry}
              onClick={() => {
                if (askToLogout()) navigate(paths.root);
                else onOpenChange(false);
              }}
            >
              <ExitIcon size={20} aria-hidden />
              {isGuest ? words.guestLogout : words.logout}
            </button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
