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
  MessageSquareWarning,
  UserRound,
  Wrench,
} from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { NavLink, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { mayApprove } from '../../contracts/moderation-permissions.ts';
import { mayAdminister, mayAnswerRoleRequests } from '../../contracts/permissions.ts';
import type { User } from '../../contracts/user.ts';
import { guestStrings } from '../account/guests-words.ts';
import { askToLogout } from '../account/leaving.ts';
import { followRoleRequests, roleRequests } from '../account/roles/account-role-requests.ts';
import { roleStrings } from '../account/roles/roles-words.ts';
import { approvalStrings } from '../moderation/approval/approval-words.ts';
import { followWaiting } from '../moderation/approval/drop-approvals.ts';
import { followQueue, moderationQueue } from '../moderation/queue/queue.ts';
import { queueStrings } from '../moderation/queue/queue-words.ts';
import { packStrings } from '../packs/packs-words.ts';
import { chooseLanguage, languageChoice } from '../page/language.ts';
import { languageOptions, languageStrings } from '../page/language-words.ts';
import { offlineMode, switchOfflineMode } from '../page/offline.ts';
import { appTheme, chooseTheme } from '../page/theme.ts';
import { endWelcome } from '../parcours/invite/welcome.ts';
import { countToApprove, parcours } from '../parcours/parcours.ts';
import { paths } from '../paths.ts';
import { inScope, type Scope } from '../platform/scope.ts';
import { isOpenVisitor } from '../session/open-visit.ts';
import { guestOf, session } from '../session/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { titles } from '../ui/common-words.ts';
import { English } from '../ui/english.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import typography from '../ui/typography.module.css';
import { useLanguage } from '../ui/use-language.ts';
import styles from './menu.module.css';
import { menuStrings } from './menu-words.ts';
import { visitStrings } from './visit-words.ts';

const words = menuStrings;
/**
 * Guests have neither drops nor the profile, from which others open their data, because their account is temporary. Visitors
 * without an account have one parcours.
 */
const ENTRIES = [
  { to: paths.home, label: () => <English>{words.home}</English>, Icon: MapIcon, isFor: 'all' },
  { to: paths.parcours, label: () => <English>{words.maps}</English>, Icon: MapPinned, isFor: ['guests', 'accounts'] },
  { to: paths.profile, label: () => words.profile, Icon: UserRound, isFor: ['accounts'] },
  { to: paths.drops, label: () => words.drops, Icon: AudioLines, isFor: ['accounts'] },
  { to: paths.myData, label: () => titles.myData, Icon: FolderDown, isFor: ['guests'] },
  { to: paths.about, label: () => titles.about, Icon: Info, isFor: 'all' },
] as const;

/** How many items wait for this person; null for what they may not handle. */
interface WaitingCounts {
  readonly requests: number | null;
  readonly reports: number | null;
  readonly toApprove: number | null;
}

/** Returns what waits for this person behind the entries of the menu. */
export function useWaitingCounts(): WaitingCounts {
  const { user } = useSnapshot(session);
  const requests = useOpenCount(
    user !== null && mayAnswerRoleRequests(user.role),
    useSnapshot(roleRequests).openCount,
    followRoleRequests,
  );
  const reports = useOpenCount(
    user !== null && mayAdminister(user.role),
    useSnapshot(moderationQueue).found.openCount,
    followQueue,
  );
  const maps = useSnapshot(parcours).list;
  const toApprove = useOpenCount(
    user !== null &&
      maps.some((map) => (map.needs_approval || map.waiting_count) && mayApprove(user.role, map.privilege)),
    countToApprove(maps),
    followWaiting,
  );
  return { requests, reports, toApprove };
}

/** The entries of the menu that this person has. @param onChoose called with the path of the chosen entry */
export function MenuEntries({
  counts,
  className,
  entryClassName,
  onChoose = () => {},
}: {
  readonly counts: WaitingCounts;
  readonly className: string | undefined;
  readonly entryClassName: string | undefined;
  readonly onChoose?: (to: string) => void;
}) {
  const { user } = useSnapshot(session);
  if (!user) return null;
  const whose = isOpenVisitor(user) ? 'visitors' : user.role === 'guest' ? 'guests' : 'accounts';
  const shared = { className: entryClassName, onChoose };
  return (
    <ul className={className}>
      {ENTRIES.filter(({ isFor }) => isFor === 'all' || isFor.some((one) => one === whose)).map(
        ({ to, label, Icon }) => (
          <MenuEntry
            key={to}
            to={to}
            Icon={Icon}
            label={label()}
            className={entryClassName}
            onChoose={() => {
              // A welcome is on the list's own path.
              if (to === paths.parcours) endWelcome();
              onChoose(to);
            }}
          />
        ),
      )}
      {counts.toApprove === null ? null : (
        <MenuEntry
          to={paths.toApprove}
          Icon={ClipboardCheck}
          label={titles.toApprove}
          waiting={{ count: counts.toApprove, text: approvalStrings.waiting }}
          {...shared}
        />
      )}
      {counts.requests === null ? null : (
        <MenuEntry
          to={paths.requests}
          Icon={Inbox}
          label={roleStrings.requests.title}
          waiting={{ count: counts.requests, text: roleStrings.requests.waiting }}
          {...shared}
        />
      )}
      {counts.reports === null ? null : (
        <MenuEntry
          to={paths.reports}
          Icon={MessageSquareWarning}
          label={queueStrings.title}
          waiting={{ count: counts.reports, text: queueStrings.waiting }}
          {...shared}
        />
      )}
      {mayAdminister(user.role) ? <MenuEntry to={paths.admin} Icon={Wrench} label={titles.admin} {...shared} /> : null}
    </ul>
  );
}

/** An entry of the menu, with the number of items that wait there, if there are any. */
function MenuEntry({
  to,
  Icon,
  label,
  className,
  waiting,
  onChoose,
}: {
  readonly to: string;
  readonly Icon: LucideIcon;
  readonly label: ReactNode;
  readonly className: string | undefined;
  /** `text` is the number for screen readers. */
  readonly waiting?: { readonly count: number; readonly text: (count: number) => string };
  readonly onChoose: (to: string) => void;
}) {
  return (
    <li>
      <NavLink to={to} end className={className ?? ''} onClick={() => onChoose(to)}>
        <Icon size={20} aria-hidden />
        {label}
        {waiting !== undefined && waiting.count > 0 ? (
          <span className={styles.badge} data-badge>
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

/** Offline mode, theme, language, account and logout. Calls `onClose` if the logout asks first. */
export function AccountFoot({ onClose }: { readonly onClose: () => void }) {
  const { user } = useSnapshot(session);
  const { theme } = useSnapshot(appTheme);
  const { isOn: isOffline } = useSnapshot(offlineMode);
  const language = useLanguage();
  const { pending } = useSnapshot(languageChoice);
  if (!user) return null;
  return (
    <>
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
        <SelectField
          className={styles.language}
          label={languageStrings.label}
          options={languageOptions}
          value={pending ?? language}
          busy={pending !== null}
          onChange={({ target }) => {
            const chosen = languageOptions.find(({ value }) => value === target.value);
            if (chosen !== undefined) void chooseLanguage(chosen.value);
          }}
        />
      </div>
      {isOpenVisitor(user) ? <VisitorFoot /> : <PersonFoot user={user} onClose={onClose} />}
    </>
  );
}

/** Who is logged in, or visits with an invitation, and how they leave. */
function PersonFoot({ user, onClose }: { readonly user: Readonly<User>; readonly onClose: () => void }) {
  const navigate = useNavigate();
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
    <>
      <div className={styles.person}>
        <Avatar name={isGuest ? guestStrings.name : user.name} picture={user.picture} sizePx={40} />
        <div className={styles.who}>
          <p className={classNames(typography.breaks, styles.name)}>{isGuest ? guestStrings.name : user.name}</p>
          <p className={classNames(typography.breaks, typography.hint)}>{isGuest ? words.guest : user.email}</p>
        </div>
      </div>
      <button type="button" className={styles.entry} onClick={logout}>
        <ExitIcon size={20} aria-hidden />
        {isGuest ? words.guestLogout : words.logout}
      </button>
    </>
  );
}

/** How a visitor without an account gets one. These links end the visit. */
function VisitorFoot() {
  return (
    <>
      <div className={styles.person}>
        <div className={styles.who}>
          <p className={styles.name}>{visitStrings.visitor}</p>
          <p className={typography.hint}>{visitStrings.visitorHint}</p>
        </div>
      </div>
      <a href={paths.login} className={styles.entry}>
        <LogIn size={20} aria-hidden />
        {visitStrings.login}
      </a>
      <a href={paths.createAccount} className={styles.entry}>
        <UserRound size={20} aria-hidden />
        {visitStrings.createAccount}
      </a>
    </>
  );
}
