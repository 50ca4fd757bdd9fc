import { DEFAULT_PLACE_TITLE } from '../../../contracts/limits.ts';
import type { Place } from '../../../contracts/place.ts';
import { wordsFor } from '../../page/error-words.ts';
import { publishDrop } from '../my-drops.ts';
import { recordStrings } from '../record/record-words.ts';
import { DraftForm } from './draft-form.tsx';

/** Publishes a draft that exists only on the server: it was made in another browser, or this one has lost it. */
export function ServerDraft({ drop, name }: { readonly drop: Place; readonly name: string }) {
  return (
    <DraftForm
      name={name}
      title={drop.appelation === DEFAULT_PLACE_TITLE ? '' : drop.appelation}
      onPublish={(title) => publishDrop(drop.id, title)}
      wordsFor={(error) => recordStrings.nameFailed(wordsFor(error))}
    />
  );
}
