import { UserRound } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { AVATARS_PER_ROW } from '../../contracts/limits.ts';
import type { Member } from '../../contracts/user.ts';
import type { ParcoursId, Privilege } from '../../contracts/vocabulary.ts';
import { isPackWhole } from '../packs/pack-status.ts';
import { packs } from '../packs/packs.ts';
import { packStrings } from '../packs/packs-words.ts';
import { network } from '../page/network.ts';
import { offlineMode } from '../page/offline.ts';
import { Avatar } from '../ui/avatar.tsx';
import styles from './parcours.module.css';
import { parcoursStrings } from './parcours-words.ts';
import { privilegeStrings } from './privilege-words.ts';

/** The line below a map's name: its first members, the person's privilege and, offline, whether the map is missing. */
export function RowFacts({
  mapId,
  privilege,
  users,
  userCount,
  guestCount,
}: {
  readonly mapId: ParcoursId;
  readonly privilege: Privilege;
  readonly users: readonly Member[];
  readonly userCount: number;
  readonly guestCount: number;
}) {
  const shown = users.slice(0, AVATARS_PER_ROW);
  return (
    <span className={styles.meta}>
      <span className={styles.avatars}>
        {shown.map((member) => (
          <Avatar key={member.id} name={member.name} picture={member.picture} sizePx={24} />
        ))}
        {shown.length === 0 ? (
          <span className={styles.nobody} aria-hidden>
            <UserRound size={14} />
          </span>
        ) : null}
      </span>
      <span className={styles.facts}>
        {/* Listening alone needs no label. */}
        {privilege === 'guest' ? null : <span lang="en">{privilegeStrings[privilege]}</span>}
        <span>{parcoursStrings.people(userCount, guestCount)}</span>
        <AbsenceFact mapId={mapId} />
      </span>
    </span>
  );
}

function AbsenceFact({ mapId }: { readonly mapId: ParcoursId }) {
  const view = useSnapshot(packs).byMap[mapId];
  const { isOn } = useSnapshot(offlineMode);
  const { isOnline } = useSnapshot(network);
  return isPackWhole(view) || (isOnline && !isOn) ? null : <span>{packStrings.rowAbsent}</span>;
}
