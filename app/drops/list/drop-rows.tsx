import { AudioLines, MapPin, Pencil, TextQuote, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { DEFAULT_PLACE_TITLE } from '../../../contracts/limits.ts';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { parcours } from '../../parcours/parcours.ts';
import { formatPlaceName, manageStrings } from '../../places/place-words.ts';
import { formatTime } from '../../platform/page/time.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import layout from '../../ui/layout.module.css';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { formatDay } from '../../ui/number-words.ts';
import typography from '../../ui/typography.module.css';
import { AudioFacts } from '../audio-facts.tsx';
import { DropAudio } from '../drop-audio.tsx';
import { myDrops, publishDrop, removeDrop, undoRemoveDrop } from '../my-drops.ts';
import { recordStrings } from '../record/record-words.ts';
import { CorrectSheet } from './correct-sheet.tsx';
import shared from './drop-list.module.css';
import styles from './my-drops.module.css';
import { myDropsStrings } from './my-drops-words.ts';
import { DraftForm } from './title-form.tsx';

/** A row for each drop, with a menu to correct it, to write its texts, to show it on the map, and to delete it. */
export function DropRows({
  drops,
  onShow,
  onTexts,
}: {
  readonly drops: readonly Place[];
  /** Shows a drop on the map. */
  readonly onShow: (drop: Place) => void;
  /** Opens what a drop says beside its name and audio. */
  readonly onTexts: (drop: Place) => void;
}) {
  const [corrected, setCorrected] = useState<Place | null>(null);
  const { list: maps } = useSnapshot(parcours);
  const remove = ({ id, appelation }: Place): void => {
    removeDrop(id);
    const undo = { label: strings.app.undo, run: () => undoRemoveDrop(id) };
    showNotice(myDropsStrings.deleted(formatPlaceName(appelation)), { action: undo });
  };
  return (
    <>
      <ul className={layout.stack3}>
        {drops.map((drop) => (
          <DropRow
            key={drop.id}
            drop={drop}
            mapName={maps.find((map) => map.id === drop.map.id)?.name}
            onCorrect={() => setCorrected(drop)}
            onShow={() => onShow(drop)}
            onTexts={() => onTexts(drop)}
            onDelete={() => remove(drop)}
          />
        ))}
      </ul>
      {corrected === null ? null : (
        <CorrectSheet drop={corrected} onClose={() => setCorrected(null)} onShowMap={() => onShow(corrected)} />
      )}
    </>
  );
}

interface DropRowProps {
  readonly drop: Place;
  /** Undefined until the maps are loaded. */
  readonly mapName: string | undefined;
  readonly onCorrect: () => void;
  readonly onShow: () => void;
  readonly onTexts: () => void;
  readonly onDelete: () => void;
}

/** A drop with its waveform, and its audio and the facts about that on request: a list of a hundred drops fetches no audio. */
function DropRow({ drop, mapName, onCorrect, onShow, onTexts, onDelete }: DropRowProps) {
  const words = myDropsStrings;
  const name = formatPlaceName(drop.appelation);
  const [hasFacts, setFacts] = useState(false);
  const isRefused = drop.held === 'refused';
  const length = drop.media?.data.length ?? null;
  const facts = [
    mapName,
    length !== null && formatTime(length),
    drop.createdAt !== undefined && formatDay(Date.parse(drop.createdAt)),
    drop.draft !== true && drop.held === undefined && drop.media !== null && words.published,
  ].filter(Boolean);
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={shared.name}>{name}</h2>
          {facts.length > 0 && <p className={typography.hint}>{facts.join(' · ')}</p>}
          {drop.held !== undefined && <p className={shared.mark}>{words.held[drop.held]}</p>}
        </div>
        <MoreMenu
          label={words.options(name)}
          acts={[
            drop.draft !== true && !isRefused && { label: words.correct, Icon: Pencil, act: onCorrect },
            drop.draft !== true && { label: manageStrings.texts.open, Icon: TextQuote, act: onTexts },
            mapName !== undefined && drop.draft !== true && { label: words.showOnMap, Icon: MapPin, act: onShow },
            drop.media !== null && {
              label: hasFacts ? words.hideFacts : words.showFacts,
              Icon: AudioLines,
              act: () => setFacts(!hasFacts),
            },
            { label: words.delete, lang: 'en', Icon: Trash2, danger: true, act: onDelete },
          ]}
        />
      </div>
      {drop.media === null ? (
        <p className={typography.hint}>{words.noAudio}</p>
      ) : (
        <DropAudio id={drop.id} media={drop.media.data} name={name} />
      )}
      {isRefused && <CorrectButton name={name} onClick={onCorrect} />}
      {hasFacts && <AudioFacts place={drop} />}
      {drop.draft === true && <ServerDraft drop={drop} name={name} />}
    </li>
  );
}

/** The way from the message about a refusal to the correction of its drop. Nothing once the drop is proposed again. */
export function CorrectRefused({
  placeId,
  onShow,
}: {
  readonly placeId: PlaceId | null;
  readonly onShow: (drop: Place) => void;
}) {
  const { list } = useSnapshot(myDrops);
  const [corrected, setCorrected] = useState<Place | null>(null);
  const refused = list.find(({ id, held }) => id === placeId && held === 'refused');
  return (
    <>
      {refused && <CorrectButton name={formatPlaceName(refused.appelation)} onClick={() => setCorrected(refused)} />}
      {corrected && (
        <CorrectSheet drop={corrected} onClose={() => setCorrected(null)} onShowMap={() => onShow(corrected)} />
      )}
    </>
  );
}

function CorrectButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  return (
    <Button
      variant="secondary"
      className={styles.correct}
      icon={<Pencil size={18} aria-hidden />}
      aria-haspopup="dialog"
      aria-label={myDropsStrings.correction.title(name)}
      onClick={onClick}
    >
      {myDropsStrings.correct}
    </Button>
  );
}

/** Publishes a draft that exists only on the server: it was made in another browser, or this one has lost it. */
function ServerDraft({ drop, name }: { readonly drop: Place; readonly name: string }) {
  return (
    <DraftForm
      name={name}
      title={drop.appelation === DEFAULT_PLACE_TITLE ? '' : drop.appelation}
      onPublish={(title) => publishDrop(drop.id, title)}
      wordsFor={(error) => recordStrings.nameFailed(wordsFor(error))}
    />
  );
}
