import { LogIn, LogOut } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { guestStrings } from '../account/guests-words.ts';
import { askToLogout } from '../account/leaving.ts';
import { packStrings } from '../packs/packs-words.ts';
import { offlineMode, switchOfflineMode } from '../page/offline.ts';
import { appTheme, chooseTheme } from '../page/theme.ts';
import { paths } from '../paths.ts';
import { guestOf } from '../session/guest.ts';
import { session } from '../session/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { strings } from '../ui/common-words.ts';
import { SwitchRow } from '../ui/switch-row.tsx';
import styles from './menu.module.css';

/** The lower part of the menu: offline mode, theme, account and logout. Calls `onClose` if the logout asks first. */
export function MenuFoot({ onClose }: { readonly onClose: () => void }) {
  const { user } = useSnapshot(session);
  const { theme } = useSnapshot(appTheme);
  const { isOn: isOffline } = useSnapshot(offlineMode);
  const navigate = useNavigate();
  if (!user) return null;
  const words = strings.menu;
  // Not people with their own account whose role is guest.
  const isGuest = guestOf(user) !== null;
  const ExitIcon = isGuest ? LogIn : LogOut;
  const logout = (): void => {
    // The visit continues until they have an account, which takes over their data.
    if (isGuest) navigate(paths.login);
    else if (askToLogout()) navigate(paths.root);
    else onClose();
  };
  return (
    <div className={styles.foot}>
      <div className={styles.settings}>
        <SwitchRow
          label={packStrings.mode}
          hint={packStrings.modeHint}
          checked={isOffline}
          onChange={switchOfflineMode}
        />
        <SwitchRow
          label={words.darkTheme}
          checked={theme === 'dark'}
          onChange={(dark) => chooseTheme(dark ? 'dark' : 'light')}
        />
      </div>
      <div className={styles.person}>
        <Avatar name={isGuest ? guestStrings.name : user.name} picture={user.picture} sizePx={40} />
        <div className={styles.who}>
          <p className={styles.name}>{isGuest ? guestStrings.name : user.name}</p>
          <p className={styles.email}>{isGuest ? words.guest : user.email}</p>
        </div>
      </div>
      <button type="button" className={styles.entry} onClick={logout}>
        <ExitIcon size={20} aria-hidden />
        {isGuest ? words.guestLogout : words.logout}
      </button>
    </div>
  );
}
