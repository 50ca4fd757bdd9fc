import { MapPinned } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { strings } from '../platform/strings.ts';
import { loadMembers, members } from '../state/members.ts';
import { findSelected, parcours } from '../state/parcours.ts';
import { places } from '../state/places.ts';
import { Avatar } from '../ui/avatar.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './panes.module.css';

/** What the parcours is about, and who is on it. */
export function InfoPane() {
  const chosen = findSelected(useSnapshot(parcours));
  const { list } = useSnapshot(places);
  const everybody = useSnapshot(members);
  const chosenId = chosen?.id;
  useEffect(() => {
    if (chosenId !== undefined) void loadMembers(chosenId);
  }, [chosenId]);
  if (chosen === undefined) {
    return (
      <EmptyState icon={<MapPinned size={28} />} title={strings.panes.noParcours} hint={strings.panes.noParcoursHint} />
    );
  }
  // Until everybody is known, and without a network, the first ones stand for all.
  const shown = everybody.mapId === chosen.id ? everybody.list : chosen.users;
  return (
    <article className={styles.pane}>
      {chosen.image_url !== null && <img className={styles.image} src={chosen.image_url} alt="" />}
      <header>
        <h1 className={styles.title}>{chosen.name}</h1>
        <p className={styles.count}>{strings.map.placeCount(list.length)}</p>
      </header>
      <p className={styles.description}>{chosen.description}</p>
      <section>
        <h2 className={styles.heading}>{strings.panes.members}</h2>
        <p className={styles.count}>{strings.parcours.members(chosen.user_count)}</p>
        <ul className={styles.members}>
          {shown.map((member) => (
            <li key={member.id} className={styles.member}>
              <Avatar name={member.name} picture={member.picture} sizePx={40} />
              <span>{member.name}</span>
            </li>
          ))}
        </ul>
      </section>
    </article>
  );
}
