import { rehearseAgain } from '../../state/rehearsal/route.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { rehearsalStrings } from '../../words/rehearsal.ts';
import { strings } from '../../words/strings.ts';

/** Shows that the walk could not be computed, with a retry. */
export function RehearsalFailure() {
  return (
    <Alert
      action={
        <Button variant="quiet" onClick={rehearseAgain}>
          {strings.app.retry}
        </Button>
      }
    >
      {rehearsalStrings.failed}
    </Alert>
  );
}
