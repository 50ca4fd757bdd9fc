import { useState } from 'react';
import { ROLE_REQUEST_WORDS_MAX } from '../../../contracts/limits.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { strings } from '../../ui/common-words.ts';
import { WordsSheet } from '../../ui/words-sheet.tsx';
import { requestRole } from './role-requests.ts';
import { roleStrings } from './roles-words.ts';

const words = roleStrings.request;

/** Asks the site's admins for the role editor, with a few words. */
export function RequestSheet({
  mapId,
  onClose,
}: {
  readonly mapId: ParcoursId | undefined;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState('');
  return (
    <WordsSheet
      title={words.title}
      lead={mapId === undefined ? words.leadWithoutMap : words.lead}
      label={words.words}
      text={text}
      maxLength={ROLE_REQUEST_WORDS_MAX}
      onChange={setText}
      submit={words.send}
      closeLabel={strings.app.close}
      onSubmit={async () => {
        await requestRole(mapId, text);
        showNotice(words.sentNotice);
      }}
      wordsFor={wordsFor}
      onClose={onClose}
    />
  );
}
