import {
  AudioLines,
  ClipboardCheck,
  FolderDown,
  Inbox,
  Info,
  LogIn,
  LogOut,
  type LucideIcon,
  Map as MapIcon,
  MapPinned,
  Menu as MenuIcon,
  MessageSquareWarning,
  UserRound,
  Wrench,
  X,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { mayApprove } from '../../contracts/moderation-permissions.ts';
import { mayAdminister, mayAnswerRoleRequests } from '../../contracts/permissions.ts';
import { guestStrings } from '../account/guests-words.ts';
import { askToLogout } from '../account/leaving.ts';
import { followRoleRequests, roleRequests } from '../account/roles/account-role-requests.ts';
import { roleStrings } from '../account/roles/roles-words.ts';
import { approvalStrings } from '../moderation/approval/approval-words.ts';
import { followWaiting } from '../moderation/approval/drop-approvals.ts';
import { followQueue, moderationQueue } from '../moderation/queue/queue.ts';
import { queueStrings } from '../moderation/queue/queue-words.ts';
import { packStrings } from '../packs/packs-words.ts';
import { offlineMode, switchOfflineMode } from '../page/offline.ts';
import { appTheme, chooseTheme } from '../page/theme.ts';
import { endWelcome } from '../parcours/invite/welcome.ts';
import { countToApprove, parcours } from '../parcours/parcours.ts';
import { paths, plainPath } from '../paths.ts';
import { inScope, type Scope } from '../platform/scope.ts';
import { guestOf, session } from '../session/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { useBackCloses } from '../ui/back.ts';
import { classNames } from '../ui/class-names.ts';
import { strings, titles } from '../ui/common-words.ts';
import frame from '../ui/dialog-frame.module.css';
import { English } from '../ui/english.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import layout from '../ui/layout.module.css';
import { Logo } from '../ui/logo.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import typography from '../ui/typography.module.css';
import { SWIPE_MIN_PX, useSwipe } from '../ui/use-swipe.ts';
import styles from './menu.module.css';

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
  const requestCount = useOpenCount(
    user !== null && mayAnswerRoleRequests(user.role),
    useSnapshot(roleRequests).openCount,
    followRoleRequests,
  );
  const reportCount = useOpenCount(
    user !== null && mayAdminister(user.role),
    useSnapshot(moderationQueue).found.openCount,
    followQueue,
  );
  const maps = useSnapshot(parcours).list;
  const toApproveCount = useOpenCount(
    user !== null &&
      maps.some((map) => (map.needs_approval || map.waiting_count) && mayApprove(user.role, map.privilege)),
    countToApprove(maps),
    followWaiting,
  );
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
          label={words.openWith(requestCount ?? 0, toApproveCount ?? 0)}
          variant="floating"
          className={classNames(styles.toggle, requestCount || toApproveCount ? styles.marked : undefined)}
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
            <ul className={layout.stack1}>
              {ENTRIES.filter(({ isFor }) => isFor === 'all' || isFor === (isGuest ? 'guests' : 'accounts')).map(
                ({ to, label, Icon }) => (
                  <MenuEntry
                    key={to}
                    to={to}
                    Icon={Icon}
                    label={label}
                    onChoose={() => {
                      // A welcome is on the list's own path.
                      if (to === paths.parcours) endWelcome();
                      opensScreen.current = to !== here;
                      onOpenChange(false);
                    }}
                  />
                ),
              )}
              {toApproveCount === null ? null : (
                <MenuEntry
                  to={paths.toApprove}
                  Icon={ClipboardCheck}
                  label={titles.toApprove}
                  waiting={{ count: toApproveCount, text: approvalStrings.waiting }}
                  onChoose={leave}
                />
              )}
              {requestCount === null ? null : (
                <MenuEntry
                  to={paths.requests}
                  Icon={Inbox}
                  label={roleStrings.requests.title}
                  waiting={{ count: requestCount, text: roleStrings.requests.waiting }}
                  onChoose={leave}
                />
              )}
              {reportCount === null ? null : (
                <MenuEntry
                  to={paths.reports}
                  Icon={MessageSquareWarning}
                  label={queueStrings.title}
                  waiting={{ count: reportCount, text: queueStrings.waiting }}
                  onChoose={leave}
                />
              )}
              {mayAdminister(user.role) ? (
                <MenuEntry to={paths.admin} Icon={Wrench} label={titles.admin} onChoose={leave} />
              ) : null}
            </ul>
          </nav>
          <MenuFoot onClose={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The lower part of the menu: offline mode, theme, account and logout. Calls `onClose` if the logout asks first. */
function MenuFoot({ onClose }: { readonly onClose: () => void }) {
  const { user } = useSnapshot(session);
  const { theme } = useSnapshot(appTheme);
  const { isOn: isOffline } = useSnapshot(offlineMode);
  const navigate = useNavigate();
  if (!user) return null;
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
          <p className={classNames(typography.ellipsis, styles.name)}>{isGuest ? guestStrings.name : user.name}</p>
          <p className={classNames(typography.ellipsis, typography.hint)}>{isGuest ? words.guest : user.email}</p>
        </div>
      </div>
      <button type="button" className={styles.entry} onClick={logout}>
        <ExitIcon size={20} aria-hidden />
        {isGuest ? words.guestLogout : words.logout}
      </button>
    </div>
  );
}

/** An entry of the menu, with the number of items that wait there, if there are any. */
function MenuEntry({
  to,
  Icon,
  label,
  waiting,
  onChoose,
}: {
  readonly to: string;
  readonly Icon: LucideIcon;
  readonly label: ReactNode;
  /** `text` is the number for screen readers. */
  readonly waiting?: { readonly count: number; readonly text: (count: number) => string };
  readonly onChoose: () => void;
}) {
  return (
    <li>
      <NavLink to={to} end className={styles.entry ?? ''} onClick={onChoose}>
        <Icon size={20} aria-hidden />
        {label}
        {waiting !== undefined && waiting.count > 0 ? (
          <span className={styles.badge}>
            <span aria-hidden>{waiting.count}</span>
            <span className="visually-hidden">{waiting.text(waiting.count)}</span>
          </span>
        ) : null}
      </NavLink>
    </li>
  );
}

/**
 * Returns the number of items that wait for this person, loaded now and on each return; null for people who may not
 * handle them.
 *
 * @param follow loads the items until its scope is disposed
 */
function useOpenCount(
  mayHandle: boolean,
  count: number | null,
  follow: (scope: Scope, options: { readonly polls: boolean }) => void,
): number | null {
  useEffect(() => {
    if (!mayHandle) return;
    return inScope((scope) => follow(scope, { polls: false }));
  }, [mayHandle, follow]);
  return mayHandle ? count : null;
}
