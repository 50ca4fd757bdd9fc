import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import { type PlaceWords, type TellingKey, tellingCode } from '../../../contracts/telling.ts';
import { guardPage } from '../../page/busy.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { onHidden } from '../../platform/page/page-events.ts';
import { inScope } from '../../platform/scope.ts';
import { keepsWords, storeWordsNow } from '../../platform/storage/unsaved.ts';
import layout from '../../ui/layout.module.css';
import { Alert, RetryAlert } from '../../ui/message.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ownSounds, recordedCode } from './own-sound.ts';
import { PicturesPart } from './pictures/pictures-part.tsx';
import { closeWords, listCodes, openWords, placeWords } from './place-texts.ts';
import { TellingForm } from './telling-form.tsx';
import { tellingsStrings as words } from './tellings-words.ts';
import { TranscriptPart } from './transcript-part.tsx';
import { VersionPicker } from './version-picker.tsx';

/** A version of a place, by its code, whose own sound is shown. */
export interface SoundedVersion {
  readonly place: Pick<Place, 'id' | 'map' | 'appelation' | 'feature' | 'media'>;
  readonly code: string;
  /** The parcours' first language. */
  readonly first: string;
}

/** Shows the own sound of a version, with what the subject of drops has for it. */
export type RenderSound = (version: SoundedVersion) => ReactNode;

/** What a place says beside its name and sound, in each of its versions, to read and to change. */
export function TellingsSheet({
  place,
  start,
  renderSound,
  onClose,
}: {
  readonly place: Pick<Place, 'id' | 'map' | 'appelation' | 'feature' | 'media'>;
  /** The version that is shown first; otherwise the place itself. */
  readonly start?: TellingKey;
  readonly renderSound: RenderSound;
  /** Called with what the place says now; null if it was never loaded. */
  readonly onClose: (words: PlaceWords | null) => void;
}) {
  const { words: known, first, drafts, failure, status } = useSnapshot(placeWords);
  const [chosen, setChosen] = useState(start === undefined ? null : tellingCode(start));
  const { recorded } = useSnapshot(ownSounds);
  /** The recording that kept the sheet from being closed. */
  const [kept, setKept] = useState<string | null>(null);
  const { id, map, appelation } = place;
  const name = formatPlaceName(appelation);
  const unsaved = Object.keys(drafts);
  const isUnsaved = unsaved.length > 0;
  const parcoursId = map.id;
  // Each new list may have a new `map` for the same place: what is being written must survive that.
  useEffect(() => void openWords({ id, map: { id: parcoursId } }), [id, parcoursId]);
  useEffect(() => closeWords, []);
  useEffect(() => inScope((scope) => onHidden(scope, storeWordsNow)), []);
  useEffect(() => (isUnsaved ? guardPage('edit') : undefined), [isUnsaved]);

  const close = (): void => {
    const running = recordedCode(id);
    if (running !== null) {
      // Its controls are here alone.
      setChosen(running);
      setKept(recorded);
      return;
    }
    storeWordsNow();
    if (isUnsaved) showNotice(keepsWords() ? words.stored(name) : words.notStored(name), { tone: 'info' });
    onClose(placeWords.words);
  };
  const itself = first === null ? null : tellingCode({ language: first, kind: 'standard' });
  // Without an answer, only what is on the device is known.
  const isReady = known !== null || (status === 'failed' && isUnsaved);
  const shown = chosen ?? (known === null ? (unsaved[0] ?? null) : itself);
  return (
    <Sheet title={words.title(name)} onClose={close}>
      {status === 'loading' && known === null && (
        <div className={layout.loading}>
          <Spinner size={28} label={words.loading} />
        </div>
      )}
      {status === 'failed' && (
        <RetryAlert onRetry={() => openWords({ id, map })}>{words.loadFailed(wordsFor(failure))}</RetryAlert>
      )}
      {kept !== null && kept === recorded && <Alert>{words.recordingRuns}</Alert>}
      {isReady && first !== null && shown !== null && (
        <div className={layout.stack4}>
          <VersionPicker
            codes={listCodes({ words: known, drafts }, shown)}
            unsaved={unsaved}
            shown={shown}
            first={first}
            onShow={setChosen}
          />
          <TellingForm key={shown} code={shown} first={first} placeName={name} onRemoved={() => setChosen(null)}>
            <PicturesPart placeId={id} code={shown} />
            {renderSound({ place, code: shown, first })}
            <TranscriptPart placeId={id} code={shown} first={first} placeName={name} />
          </TellingForm>
        </div>
      )}
    </Sheet>
  );
}
