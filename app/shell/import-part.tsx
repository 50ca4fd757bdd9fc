import { Suspense } from 'react';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { ImportSheet } from '../exchange/import/import-sheet.tsx';
import { supportsWebgl2 } from '../platform/page/device.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { useBasemap } from './use-basemap.ts';

// A browser without WebGL never fetches it.
const PreviewMap = lazyPart(async () => (await import('../map/preview-map.tsx')).PreviewMap);

/** The import of places, with the map of its preview. */
export function ImportPart({ parcoursId, onClose }: { readonly parcoursId: ParcoursId; readonly onClose: () => void }) {
  const basemap = useBasemap();
  return (
    <ImportSheet
      parcoursId={parcoursId}
      onClose={onClose}
      renderMap={(shapes, label) =>
        basemap === undefined || !supportsWebgl2() ? null : (
          <Suspense>
            <PreviewMap basemap={basemap} shapes={shapes} label={label} />
          </Suspense>
        )
      }
    />
  );
}
