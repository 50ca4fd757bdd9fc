import { parseWebVtt } from '../../../contracts/web-vtt.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import typography from '../../ui/typography.module.css';
import { type OpenDraft, settleConflicts } from './place-texts.ts';
import { type TextField, type Texts, transcriptOf } from './telling-draft.ts';
import { tellingsStrings as words } from './tellings-words.ts';
import { nameField } from './version-words.ts';

/** Shows what two people wrote of the same version, and asks which of it stays. */
export function ConflictPart({
  code,
  draft,
  theirs,
}: {
  readonly code: string;
  readonly draft: OpenDraft;
  readonly theirs: Texts;
}) {
  return (
    <section className={layout.stack3}>
      <Alert>{words.conflict}</Alert>
      {draft.conflicts.map((field) => (
        <div key={field} className={layout.stack1}>
          <h3 className={typography.label}>{nameField(field)}</h3>
          <p className={typography.hint}>{words.theirs}</p>
          <p className={typography.quote}>{wordsOf(field, theirs)}</p>
          <p className={typography.hint}>{words.mine}</p>
          <p className={typography.quote}>{wordsOf(field, draft.now)}</p>
        </div>
      ))}
      <div className={layout.wrap}>
        <Button variant="secondary" onClick={() => settleConflicts(code, 'theirs')}>
          {words.takeTheirs}
        </Button>
        <Button variant="secondary" onClick={() => settleConflicts(code, 'mine')}>
          {words.keepMine}
        </Button>
      </div>
    </section>
  );
}

/** Of a transcript, which may be hours long, only what tells two of them apart. */
function wordsOf(field: TextField, texts: Texts): string {
  const said = field === 'transcript' ? transcriptOf(texts) : null;
  if (said === null) return texts[field] || words.empty;
  return words.summary(parseWebVtt(said.vtt).cues.length, said.state);
}
