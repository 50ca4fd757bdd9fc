import { MapPinned } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { strings } from '../platform/strings.ts';
import { findSelected, parcours } from '../state/parcours.ts';
import { places } from '../state/places.ts';
import { Avatar } from '../ui/avatar.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './panes.module.css';

/** What the parcours is about, and who is on it. */
export function InfoPane() {
  const chosen = findSelected(useSnapshot(parcours));
  const { list } = useSnapshot(places);
  if (chosen === undefined) {
    return (
      <EmptyState icon={<MapPinned size={28} />} title={strings.panes.noParcours} hint={strings.panes.noParcoursHint} />
    );
  }
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
        <ul className={styles.members}>
          {chosen.users.map((member) => (
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
