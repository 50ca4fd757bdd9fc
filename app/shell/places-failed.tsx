import { useSnapshot } from 'valtio';
import { wordsFor } from '../platform/error-words.ts';
import { strings } from '../platform/strings.ts';
import { loadPlaces, places } from '../state/places.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

/** Says why the places of the parcours in use could not be loaded, where that is so, with a way to try again. */
export function PlacesFailed() {
  const { status, failure } = useSnapshot(places);
  if (status !== 'failed') return null;
  return (
    <Alert
      action={
        <Button variant="quiet" onClick={() => void loadPlaces()}>
          {strings.app.retry}
        </Button>
      }
    >
      {strings.map.placesFailed(wordsFor(failure))}
    </Alert>
  );
}
