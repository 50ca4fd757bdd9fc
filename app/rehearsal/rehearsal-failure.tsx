import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { rehearsalStrings } from './rehearsal-words.ts';
import { rehearseAgain } from './route.ts';

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
