import { type ReactNode, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Parcours } from '../../contracts/parcours.ts';
import { mayDrop } from '../../contracts/permissions.ts';
import type { Role } from '../../contracts/vocabulary.ts';
import { places } from '../places/places.ts';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import { FactsRow } from './facts-row.tsx';
import { parcoursFacts } from './parcours-facts.ts';
import { useAllowDrops } from './use-allow-drops.ts';
import { WaySketch } from './way-sketch.tsx';
import styles from './welcome.module.css';
import { WelcomeActs } from './welcome-acts.tsx';
import { welcomeStrings as words } from './welcome-words.ts';
import { WhereLine } from './where-line.tsx';

/**
 * The welcome to a parcours that a person has just joined: what it is, and one button to begin.
 *
 * @param picture URL of the parcours' picture; null without one
 */
export function WelcomeScreen({
  map,
  role,
  picture,
}: {
  readonly map: Pick<Parcours, 'id' | 'name' | 'description' | 'privilege'>;
  readonly role: Role;
  readonly picture: string | null;
}) {
  const { list, mapIds, status } = useSnapshot(places);
  const heading = useArrivalFocus<HTMLHeadingElement>();
  const own = useMemo(() => list.filter((place) => place.map.id === map.id), [list, map.id]);
  const facts = useMemo(() => parcoursFacts(own), [own]);
  const isListed = mapIds.includes(map.id) && (status === 'ready' || own.length > 0);
  const isSilent = isListed && facts.stories === 0;
  const drops = mayDrop(role, map.privilege);
  useAllowDrops(drops);

  return (
    <article className={styles.screen}>
      <Picture address={picture} sketch={<WaySketch way={facts.way} />} />
      <div className={styles.text}>
        <header>
          <p className={styles.eyebrow}>{words.eyebrow}</p>
          <h1 ref={heading} tabIndex={-1} className={styles.name}>
            {map.name}
          </h1>
        </header>
        <p className={styles.description}>{map.description}</p>
        <FactsRow facts={facts} isListed={isListed} hasFailed={status === 'failed'} mayDrop={drops} />
        {isSilent ? null : <WhereLine list={own} />}
        {drops ? <p className={styles.how}>{words.howToDrop}</p> : null}
      </div>
      <WelcomeActs mapId={map.id} list={own} mayDrop={drops} isSilent={isSilent} />
    </article>
  );
}

/** The picture, or a sketch of the way if there is none or it can't be loaded. */
function Picture({ address, sketch }: { readonly address: string | null; readonly sketch: ReactNode }) {
  const [isBroken, setBroken] = useState(false);
  if (address === null || isBroken) return sketch;
  return <img className={styles.picture} src={address} alt="" onError={() => setBroken(true)} />;
}
