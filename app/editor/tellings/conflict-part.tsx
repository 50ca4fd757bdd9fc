import { useEffect, useState } from 'react';
import { readWebVtt } from '../../../contracts/web-vtt.ts';
import { runInSlices } from '../../platform/page/time-slices.ts';
import { inScope } from '../../platform/scope.ts';
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
          <Written field={field} texts={theirs} />
          <p className={typography.hint}>{words.mine}</p>
          <Written field={field} texts={draft.now} />
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

/** What somebody wrote; of a transcript, which may be hours long, only what tells two of them apart. */
function Written({ field, texts }: { readonly field: TextField; readonly texts: Texts }) {
  const said = field === 'transcript' ? transcriptOf(texts) : null;
  const count = useCueCount(said?.vtt ?? null);
  const summary = said === null || count === null ? '' : words.summary(count, said.state);
  return <p className={typography.quote}>{said === null ? texts[field] || words.empty : summary}</p>;
}

/** Returns the number of cues in a file, which are counted bit by bit; null until they are, and without a file. */
function useCueCount(vtt: string | null): number | null {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    setCount(null);
    if (vtt === null) return;
    return inScope((scope) => {
      const signal = scope.signal();
      runInSlices(readWebVtt(vtt), signal).then(
        ({ cues }) => setCount(cues.length),
        (error: unknown) => {
          // Another text has taken its place.
          if (!signal.aborted) throw error;
        },
      );
    });
  }, [vtt]);
  return count;
}
