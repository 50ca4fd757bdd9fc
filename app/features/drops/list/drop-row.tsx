import { Trash2 } from 'lucide-react';
import type { Place } from '../../../../contracts/place.ts';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { strings } from '../../../words/strings.ts';
import { UNTITLED_PLACE } from '../../../words/untitled.ts';
import { DropAudio } from '../drop-audio.tsx';
import shared from './drop-list.module.css';
import styles from './my-drops.module.css';

/**
 * One of the person's drops: its name, where it is, its waveform, and its audio once that is asked for. The waveform was
 * drawn by the server, so a list of a hundred drops fetches no audio.
 */
export function DropRow({
  drop,
  mapName,
  onDelete,
}: {
  readonly drop: Place;
  /** Undefined while the maps are not known. */
  readonly mapName: string | undefined;
  readonly onDelete: () => void;
}) {
  const words = strings.myDrops;
  const name = drop.appelation.trim() || UNTITLED_PLACE;
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={shared.name}>{name}</h2>
          {mapName === undefined ? null : <p className={shared.detail}>{mapName}</p>}
        </div>
        <MoreMenu
          label={words.options(name)}
          acts={[
            { label: words.delete, lang: 'en', icon: <Trash2 size={18} aria-hidden />, danger: true, act: onDelete },
          ]}
        />
      </div>
      {drop.media === null ? <p className={shared.detail}>{words.noAudio}</p> : <DropAudio drop={drop} name={name} />}
    </li>
  );
}
