import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Alert } from '../../ui/message.tsx';

/** Shows why a search failed, with a retry. */
export function SearchFault({ fault, onRetry }: { readonly fault: string; readonly onRetry: () => void }) {
  return (
    <Alert
      lang="en"
      action={
        <Button variant="quiet" onClick={onRetry}>
          {strings.app.retry}
        </Button>
      }
    >
      {fault}
    </Alert>
  );
}
