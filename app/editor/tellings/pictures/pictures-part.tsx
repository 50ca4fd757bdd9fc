import { useSnapshot } from 'valtio';
import { readTellingCode } from '../../../../contracts/telling.ts';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import { findTelling, placeWords, putPictures, writeText } from '../place-texts.ts';
import { fieldOfPicture, type Texts, textsOf } from '../telling-draft.ts';
import { PicturesEditor } from './pictures-editor.tsx';

/** The pictures of the open place, described in one of its versions. */
export function PicturesPart({ placeId, code }: { readonly placeId: PlaceId; readonly code: string }) {
  const { words: known, drafts } = useSnapshot(placeWords);
  const key = readTellingCode(code);
  const now: Texts = drafts[code]?.now ?? textsOf(findTelling(known, key));
  return (
    <PicturesEditor
      placeId={placeId}
      pictures={known?.pictures ?? []}
      language={key.language}
      descriptionOf={(id) => now[fieldOfPicture(id)] ?? ''}
      onDescribe={(id, description) => writeText(code, fieldOfPicture(id), description)}
      onPictures={(change) => {
        if (placeWords.words !== null) putPictures([...change(placeWords.words.pictures)]);
      }}
    />
  );
}
