import { Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { PICTURE_CREDIT_MAX, PICTURE_WORDS_MAX } from '../../../../contracts/limits.ts';
import type { Picture } from '../../../../contracts/telling.ts';
import type { PictureId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { wordsFor } from '../../../page/error-words.ts';
import { showNotice } from '../../../page/notice-queue.ts';
import { isRefused } from '../../../platform/net/api.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import layout from '../../../ui/layout.module.css';
import { Alert } from '../../../ui/message.tsx';
import { PictureView } from '../../../ui/picture-view.tsx';
import { RowGrip, RowMoves } from '../../../ui/row-moves.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { writtenIn } from '../../../ui/written-in.ts';
import { pictureEditStrings as words } from './picture-edit-words.ts';
import { changeCredit } from './picture-edits.ts';
import styles from './pictures-editor.module.css';

interface PictureRowProps {
  readonly placeId: PlaceId;
  readonly picture: Picture;
  readonly number: number;
  readonly count: number;
  readonly language: string;
  readonly isDragged: boolean;
  readonly descriptionOf: (id: PictureId) => string;
  readonly onDescribe: (id: PictureId, description: string) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** One picture with its grip and buttons, description and credit. */
export function PictureRow({
  placeId,
  picture,
  number,
  count,
  language,
  isDragged,
  descriptionOf,
  onDescribe,
  onMove,
  onRemove,
}: PictureRowProps) {
  const description = descriptionOf(picture.id);
  const whichId = useId();
  return (
    <li className={styles.picture} data-row={picture.id} data-dragged={isDragged || undefined}>
      <div className={styles.head}>
        <RowGrip />
        <PictureView
          picture={picture}
          alt={description}
          lang={language}
          sizes="96px"
          missing={words.missing}
          className={styles.thumb}
        />
        <span className={styles.which}>
          <span id={whichId}>{words.number(number)}</span>
          {description.trim() === '' && <span className={styles.flag}>{words.undescribed}</span>}
        </span>
        <RowMoves
          up={{ label: words.up(number), isDisabled: number === 1, move: () => onMove(-1) }}
          down={{ label: words.down(number), isDisabled: number === count, move: () => onMove(1) }}
        >
          <IconButton label={words.remove(number)} icon={<Trash2 size={20} aria-hidden />} onClick={onRemove} />
        </RowMoves>
      </div>
      <TextArea
        label={words.description}
        aria-describedby={whichId}
        {...writtenIn(language)}
        rows={2}
        value={description}
        maxLength={PICTURE_WORDS_MAX}
        onChange={({ target }) => onDescribe(picture.id, target.value)}
      />
      <CreditField placeId={placeId} picture={picture} whichId={whichId} />
    </li>
  );
}

/** Whose picture it is: stored when the field is left, or by Enter. */
function CreditField({
  placeId,
  picture,
  whichId,
}: Pick<PictureRowProps, 'placeId' | 'picture'> & { readonly whichId: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const { busy, failure, run } = useAction(wordsFor);
  const credit = typed?.trim() ?? picture.credit;
  const left = useRef<string | null>(null);
  left.current = credit === picture.credit ? null : credit;
  // Escape and Back close all without leaving the field before.
  useEffect(() => {
    const storeLeft = async (unsaved: string): Promise<void> => {
      try {
        await changeCredit(placeId, picture.id, unsaved);
      } catch (error) {
        // The picture itself may have been deleted.
        if (!isRefused(error)) showNotice(words.creditFailed(wordsFor(error)), { tone: 'info' });
      }
    };
    return () => {
      if (left.current !== null) void storeLeft(left.current);
    };
  }, [placeId, picture.id]);
  const store = (): void => {
    if (busy) return;
    if (credit === picture.credit) {
      setTyped(null);
      return;
    }
    void run(async () => {
      await changeCredit(placeId, picture.id, credit);
      // Unless more was typed meanwhile.
      setTyped((now) => (now === typed ? null : now));
    });
  };
  return (
    <div className={layout.stack1}>
      <TextField
        label={words.credit}
        aria-describedby={whichId}
        placeholder={words.creditHint}
        value={typed ?? picture.credit}
        maxLength={PICTURE_CREDIT_MAX}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={store}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The form around it has its own button.
          event.preventDefault();
          store();
        }}
      />
      {failure !== null && <Alert>{words.creditFailed(failure)}</Alert>}
    </div>
  );
}
