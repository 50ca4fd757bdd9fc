import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { DEFAULT_PLACE_TITLE, TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import type { Place } from '../../../contracts/place.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { location, requestLocation } from '../../position/location.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { dropStrings } from '../drop-words.ts';
import { type Correction, correctDrop, myDrops } from '../my-drops.ts';
import { myDropsStrings } from './my-drops-words.ts';

const words = myDropsStrings.correction;

/** Renames a published, waiting or refused drop, and moves its point to the person's position if they wish. */
export function CorrectSheet({ drop, onClose }: { readonly drop: Place; readonly onClose: () => void }) {
  const { appelation, feature, held } = drop;
  const [title, setTitle] = useState(appelation === DEFAULT_PLACE_TITLE ? '' : appelation);
  const [isMoved, setMoved] = useState(false);
  const { fix } = useSnapshot(location);
  const { busy, failure, run } = useAction(wordsFor);
  const handleSubmit = async (): Promise<void> => {
    const isMovedNow = isMoved && fix !== null;
    await correct(drop, { title, geometry: isMovedNow ? { type: 'Point', coordinates: [fix.lng, fix.lat] } : null });
    onClose();
  };
  return (
    <Sheet
      title={words.title(formatPlaceName(appelation))}
      description={held === 'refused' ? words.proposedAgain : undefined}
      onClose={onClose}
    >
      <form
        className={layout.stack4}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void run(handleSubmit);
        }}
      >
        <TextField
          label={dropStrings.name}
          placeholder={dropStrings.namePlaceholder}
          maxLength={TEXT_LINE_MAX}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {feature.type !== 'Point' ? null : fix === null ? (
          <div className={layout.stack2}>
            <Hint>{words.noPosition}</Hint>
            <Button variant="secondary" onClick={requestLocation}>
              {words.locate}
            </Button>
          </div>
        ) : (
          <SwitchRow
            label={words.moveHere}
            hint={words.moveHint(fix.accuracyM)}
            checked={isMoved}
            onChange={setMoved}
          />
        )}
        {failure === null ? null : <Alert>{failure}</Alert>}
        <Button type="submit" wide busy={busy}>
          {strings.app.save}
        </Button>
      </form>
    </Sheet>
  );
}

/** Corrects a drop, and offers to undo that. */
async function correct(before: Place, correction: Correction): Promise<void> {
  const { id, appelation, feature } = before;
  await correctDrop(id, correction);
  const after = myDrops.list.find((drop) => drop.id === id) ?? before;
  const undone = { title: appelation, geometry: correction.geometry === null ? null : feature };
  const undo = (): void => {
    correctDrop(id, undone).catch((error: unknown) => showNotice(wordsFor(error)));
  };
  showNotice(words.done(formatPlaceName(after.appelation), after.held === 'waiting'), {
    action: { label: strings.app.undo, run: undo },
  });
}
