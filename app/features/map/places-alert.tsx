import { useSnapshot } from 'valtio';
import { wordsFor } from '../../platform/net/error-words.ts';
import { places, retryPlaces } from '../../state/places/places.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { strings } from '../../words/strings.ts';
import type { MapView } from './map-view.ts';

/** Shows why the places could not be loaded, with a retry. When it disappears, its focus moves to the map. */
export function PlacesAlert({ view }: { readonly view: Pick<MapView, 'map'> | null }) {
  const { status, failure } = useSnapshot(places);
  const focusKeeper = useFocusHeir(() => view?.map.getCanvas() ?? null);
  if (status !== 'failed') return null;
  return (
    <Alert
      action={
        <Button variant="quiet" {...focusKeeper} onClick={() => void retryPlaces()}>
          {strings.app.retry}
        </Button>
      }
    >
      {strings.map.placesFailed(wordsFor(failure))}
    </Alert>
  );
}
