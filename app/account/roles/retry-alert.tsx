import { wordsFor } from '../../page/error-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { loadRoleRequests } from './role-requests.ts';

/** Shows why the requests could not be loaded, with a button to try again. */
export function RetryAlert({
  failure,
  words,
}: {
  readonly failure: unknown;
  readonly words: (text: string) => string;
}) {
  return (
    <Alert
      action={
        <Button variant="danger" onClick={() => void loadRoleRequests()}>
          {strings.app.retry}
        </Button>
      }
    >
      {words(wordsFor(failure))}
    </Alert>
  );
}
