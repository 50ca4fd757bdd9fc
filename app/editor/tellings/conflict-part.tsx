import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import typography from '../../ui/typography.module.css';
import { type OpenDraft, settleConflicts } from './place-words.ts';
import type { TextField, Texts } from './telling-draft.ts';
import { tellingsStrings as words } from './tellings-words.ts';

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
          <p className={typography.quote}>{theirs[field] || words.empty}</p>
          <p className={typography.hint}>{words.mine}</p>
          <p className={typography.quote}>{draft.now[field] || words.empty}</p>
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

function nameField(field: TextField): string {
  if (field === 'name' || field === 'text' || field === 'link') return words[field];
  return field === 'transcript' || field === 'approval' ? words.transcript : words.pictures;
}
