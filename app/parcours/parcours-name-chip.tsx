import { Check, ChevronDown, MapPinned } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { mapStrings } from '../map/map-words.ts';
import { paths } from '../paths.ts';
import { isOpenVisitor } from '../session/open-visit.ts';
import { session } from '../session/session.ts';
import { useParcoursName } from '../tellings/parcours-name.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Sheet } from '../ui/sheet.tsx';
import typography from '../ui/typography.module.css';
import { changeParcours, findSelected, parcours } from './parcours.ts';
import styles from './parcours-name-chip.module.css';
import { parcoursNameStrings as words } from './parcours-words.ts';

/** The name of the parcours in use. A tap opens the person's parcours, to choose another; a visitor without an account has one. */
export function ParcoursNameChip() {
  const { user } = useSnapshot(session);
  const maps = useSnapshot(parcours);
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const current = findSelected(maps);
  const currentId = current?.id ?? maps.beingCreated?.id;
  const named = useParcoursName(current);
  const isVisit = isOpenVisitor(user);
  const name = named.name || maps.beingCreated?.title;
  // Until the list has loaded, the choices are unknown.
  if (user === null || maps.list.length === 0) return null;
  const pill = (
    <span className={styles.pill}>
      <span lang={named.lang} dir="auto" className={styles.name}>
        {name ?? words.none}
      </span>
      {isVisit ? null : <ChevronDown size={16} aria-hidden />}
    </span>
  );
  if (isVisit) return <p className={styles.chip}>{pill}</p>;
  return (
    <>
      <button
        type="button"
        className={styles.chip}
        aria-label={name === undefined ? words.none : words.change(name)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {pill}
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={words.title}>
        <ul className={styles.maps}>
          {maps.list.map((map) => (
            <li key={map.id}>
              <button
                type="button"
                className={styles.map}
                aria-current={map.id === currentId}
                onClick={() => {
                  changeParcours(map, user.role);
                  setOpen(false);
                }}
              >
                <span className={styles.mapName}>
                  {map.name}
                  {map.place_count !== undefined &&
                  maps.list.some(({ id, name }) => name === map.name && id !== map.id) ? (
                    <span className={classNames(typography.hint, styles.fact)}>
                      {' '}
                      {mapStrings.placeCount(map.place_count)}
                    </span>
                  ) : null}
                </span>
                {map.id === currentId ? <Check size={20} aria-hidden /> : null}
              </button>
            </li>
          ))}
        </ul>
        <Button
          variant="secondary"
          wide
          icon={<MapPinned size={18} aria-hidden />}
          onClick={() => {
            setOpen(false);
            void navigate(paths.parcours);
          }}
        >
          {words.allMaps}
        </Button>
      </Sheet>
    </>
  );
}
