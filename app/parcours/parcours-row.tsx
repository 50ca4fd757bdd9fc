import {
  Check,
  CloudDownload,
  Copy,
  FolderTree,
  Headphones,
  LockKeyhole,
  LogOut,
  type LucideIcon,
  MapPinned,
  Mic,
  Trash2,
  UserRound,
} from 'lucide-react';
import { memo, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { AVATARS_PER_ROW } from '../../contracts/limits.ts';
import type { Parcours } from '../../contracts/parcours.ts';
import { mayDrop, mayManageBundles, mayManageParcours } from '../../contracts/permissions.ts';
import type { Member } from '../../contracts/user.ts';
import type { ParcoursId, Privilege } from '../../contracts/vocabulary.ts';
import { isPackWhole, packStatus } from '../packs/pack-view.ts';
import { openPackSheet, packs } from '../packs/packs.ts';
import { packStrings } from '../packs/packs-words.ts';
import { network } from '../page/network.ts';
import { offlineMode } from '../page/offline.ts';
import { paths } from '../paths.ts';
import { formatDuration } from '../platform/page/time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { MoreMenu } from '../ui/more-menu.tsx';
import typography from '../ui/typography.module.css';
import { useLanguage } from '../ui/use-language.ts';
import { usePicture } from './information/use-picture.ts';
import { PackMark } from './pack-mark.tsx';
import styles from './parcours.module.css';
import { toggleBeingCreated, toggleSelected } from './parcours.ts';
import type { DialogOffer, NamedParcours } from './parcours-dialogs.tsx';
import { parcoursStrings } from './parcours-words.ts';
import { privilegeStrings } from './privilege-words.ts';

/** A parcours as a row of a bundle. Memoized, so that a toggle responds at once among hundreds of rows. */
export const ParcoursRow = memo(function ParcoursRow({
  parcours,
  role,
  isSelected,
  isBeingCreated,
  onOpen,
  onOpenDialog,
}: DialogOffer & {
  readonly parcours: Omit<Parcours, 'users'> & { readonly users: readonly Member[] };
  readonly isSelected: boolean;
  readonly isBeingCreated: boolean;
  readonly onOpen: (id: ParcoursId) => void;
}) {
  useLanguage();
  const { id, name, privilege, waiting_count = 0 } = parcours;
  const wordsId = useId();
  const words = parcoursStrings;
  return (
    <li className={classNames(styles.row, (isSelected || isBeingCreated) && styles.inUse)}>
      <div className={styles.open}>
        {/* Below the words, among which is a link. */}
        <button
          type="button"
          className={styles.opener}
          title={words.open}
          aria-labelledby={wordsId}
          onClick={() => onOpen(id)}
        />
        <Cover url={parcours.image_url} users={parcours.users} />
        <span id={wordsId} className={styles.words}>
          <span dir="auto" className={classNames(typography.twoLines, styles.name)}>
            {name}
          </span>
          <span className={styles.line}>
            {waiting_count === 0 ? null : (
              <span>
                <Link className={styles.toApprove} to={paths.toApprove}>
                  {words.toApprove(waiting_count)}
                </Link>
              </span>
            )}
            <RowFacts parcours={parcours} />
          </span>
        </span>
      </div>
      <div className={styles.acts}>
        <RowToggle
          label={words.listenShort}
          act={isSelected ? words.stopListening(name) : words.listen(name)}
          isOn={isSelected}
          Icon={Headphones}
          onToggle={() => toggleSelected(id)}
        />
        {mayDrop(role, privilege) ? (
          <RowToggle
            label={words.editShort}
            act={isBeingCreated ? words.stopEditing(name) : words.edit(name)}
            isOn={isBeingCreated}
            Icon={Mic}
            onToggle={() => toggleBeingCreated(parcours)}
          />
        ) : null}
        <ParcoursMenu parcours={parcours} role={role} privilege={privilege} onOpenDialog={onOpenDialog} />
      </div>
    </li>
  );
});

/** A parcours' image with its first members; an icon without one. */
function Cover({ url, users }: { readonly url: string | null; readonly users: readonly Member[] }) {
  const [isBroken, setBroken] = useState(false);
  const address = usePicture(url);
  const shown = users.slice(0, AVATARS_PER_ROW);
  return (
    <span className={styles.cover}>
      {address === null || isBroken ? (
        <MapPinned size={22} aria-hidden />
      ) : (
        <img src={address} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
      <span className={styles.avatars}>
        {shown.map((member) => (
          <Avatar key={member.id} name={member.name} picture={member.picture} sizePx={20} />
        ))}
        {shown.length === 0 ? (
          <span className={styles.nobody} aria-hidden>
            <UserRound size={12} />
          </span>
        ) : null}
      </span>
    </span>
  );
}

/** The line below a parcours's name: what it asks of the person, its pack, its places and their length, and its people. */
function RowFacts({ parcours }: { readonly parcours: Omit<Parcours, 'users'> }) {
  const { id, privilege, user_count, guest_count = 0, asked_count = 0 } = parcours;
  const words = parcoursStrings;
  return (
    <span className={styles.facts}>
      {asked_count === 0 ? null : <span className={styles.asked}>{words.asked(asked_count)}</span>}
      <PackMark parcoursId={id} />
      <AbsenceFact parcoursId={id} />
      {parcours.place_count === undefined
        ? null
        : words.places(parcours.place_count, parcours.planned_count).map((fact) => <span key={fact}>{fact}</span>)}
      {parcours.audio_s === undefined ? null : <span>{formatDuration(parcours.audio_s)}</span>}
      {/* Listening alone needs no label. */}
      {privilege === 'guest' ? null : <span lang="en">{privilegeStrings[privilege]}</span>}
      <span>{words.people(user_count, guest_count)}</span>
    </span>
  );
}

function AbsenceFact({ parcoursId }: { readonly parcoursId: ParcoursId }) {
  const view = useSnapshot(packs).byMap[parcoursId];
  const { isOn } = useSnapshot(offlineMode);
  const { isOnline } = useSnapshot(network);
  return isPackWhole(view) || (isOnline && !isOn) ? null : <span>{packStrings.rowAbsent}</span>;
}

/** A switch for one use of a parcours: an icon above a word. */
function RowToggle({
  label,
  act,
  isOn,
  Icon,
  onToggle,
}: {
  readonly label: string;
  /** The effect of a tap, with the parcours's name; in English, in the specification's words. */
  readonly act: string;
  readonly isOn: boolean;
  readonly Icon: LucideIcon;
  readonly onToggle: () => void;
}) {
  return (
    <button type="button" className={classNames(styles.toggle, isOn && styles.on)} onClick={onToggle}>
      <span className={styles.toggleIcon}>
        <Icon size={20} aria-hidden />
        {isOn ? <Check className={styles.tick} size={12} strokeWidth={4} aria-hidden /> : null}
      </span>
      {/* The name begins with the visible word, which people say to voice control. */}
      <span>{label}</span>
      <span role="img" lang="en" aria-label={act} />
    </button>
  );
}

/** A parcours of a bundle that the person is not a member of: they see it because they manage bundles. */
export function UnjoinedRow({ parcours, ...offer }: DialogOffer & { readonly parcours: NamedParcours }) {
  return (
    <li className={styles.row}>
      <span className={styles.open}>
        <span className={styles.cover}>
          <LockKeyhole size={20} aria-hidden />
        </span>
        <span className={styles.words}>
          <span className={classNames(typography.twoLines, styles.name)}>{parcours.name}</span>
          <span className={styles.facts}>{parcoursStrings.notMember}</span>
        </span>
      </span>
      <ParcoursMenu {...offer} parcours={parcours} privilege={null} />
    </li>
  );
}

/** The menu of a parcours. `privilege` is null for people who manage bundles and are not members of the parcours. */
function ParcoursMenu({
  parcours,
  role,
  privilege,
  onOpenDialog,
}: DialogOffer & { readonly parcours: NamedParcours; readonly privilege: Privilege | null }) {
  const words = parcoursStrings;
  const status = packStatus(useSnapshot(packs).byMap[parcours.id]);
  return (
    <MoreMenu
      label={words.moreAbout(parcours.name)}
      acts={[
        privilege !== null && {
          label: status === 'absent' ? packStrings.rowDownload : packStrings.rowLabel(packStrings.status[status]),
          Icon: CloudDownload,
          act: () => openPackSheet(parcours.id),
        },
        mayManageBundles(role) && {
          label: words.bundlesOf,
          Icon: FolderTree,
          act: () => onOpenDialog({ kind: 'bundles-of-parcours', parcours }),
        },
        mayManageParcours(role, privilege) && {
          label: words.copy,
          Icon: Copy,
          act: () => onOpenDialog({ kind: 'copy-parcours', parcours }),
        },
        privilege !== null && {
          label: words.leave,
          Icon: LogOut,
          act: () => onOpenDialog({ kind: 'leave-parcours', parcours }),
        },
        mayManageParcours(role, privilege) && {
          label: words.delete,
          Icon: Trash2,
          danger: true,
          act: () => onOpenDialog({ kind: 'delete-parcours', parcours }),
        },
      ]}
    />
  );
}
