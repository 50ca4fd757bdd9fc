import { Route } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { myDrops } from '../drops/my-drops.ts';
import { rehearseDrawnLine } from '../rehearsal/rehearsal-tool.ts';
import { Alert } from '../ui/alert.tsx';
import { bringIntoView } from '../ui/bring-into-view.ts';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import type { DrawnLine } from './draw/use-draw-layer.ts';
import { editorStrings } from './editor-words.ts';
import { placeEditor } from './place-editor.ts';

/** The last error. A drawn line may be rehearsed, or closed to form a zone instead of being drawn again. */
export function EditorAlerts({
  isList,
  line,
}: {
  readonly isList: boolean;
  /** Null until a line is drawn. */
  readonly line: DrawnLine | null;
}) {
  const words = editorStrings;
  const { error } = useSnapshot(placeEditor);
  const { deletionFailure } = useSnapshot(myDrops);
  const offer = line && (
    <>
      <Button icon={<Route size={18} aria-hidden />} onClick={() => rehearseDrawnLine(line.positions)}>
        {words.lineRehearse}
      </Button>
      {line.close && (
        <Button variant="secondary" onClick={line.close}>
          {words.lineClose}
        </Button>
      )}
    </>
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
