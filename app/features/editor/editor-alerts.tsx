import { useSnapshot } from 'valtio';
import { myDrops } from '../../state/drops/my-drops.ts';
import { placeEditor } from '../../state/editor/place-editor.ts';
import { Alert } from '../../ui/alert.tsx';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { Button } from '../../ui/button.tsx';
import { editorStrings } from '../../words/editor.ts';
import { strings } from '../../words/strings.ts';

/** What went wrong last. A line that was drawn may be closed to a zone instead of being drawn again. */
export function EditorAlerts({
  isList,
  closeLine,
}: {
  readonly isList: boolean;
  /** Null when there is no line to close. */
  readonly closeLine: (() => void) | null;
}) {
  const words = editorStrings;
  const { error } = useSnapshot(placeEditor);
  const { deletionFailure } = useSnapshot(myDrops);
  const offer = closeLine && (
    <Button variant="danger" onClick={closeLine}>
      {words.lineClose}
    </Button>
  );
  return (
    <>
      {error !== null && (
        <Alert key={error} ref={bringIntoView} action={offer ?? undefined}>
          {error}
        </Alert>
      )}
      {deletionFailure !== null && isList && <Alert>{words.removalFailed(strings.errors.unexpected)}</Alert>}
    </>
  );
}
