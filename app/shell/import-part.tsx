import { Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { mayCreateParcours, mayUseEditorTools } from '../../contracts/permissions.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { ImportSheet } from '../exchange/import/import-sheet.tsx';
import { openParcoursImport } from '../exchange/import/parcours-import.ts';
import { parcoursImportStrings } from '../exchange/import/parcours-import-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { findSelected, parcours } from '../parcours/parcours.ts';
import { paths } from '../paths.ts';
import { supportsWebgl2 } from '../platform/page/device.ts';
import { rehearseLines } from '../rehearsal/rehearsal-tool.ts';
import { session } from '../session/session.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { useBasemap } from './use-basemap.ts';

// A browser without WebGL never fetches it.
const PreviewMap = lazyPart(async () => (await import('../map/preview-map.tsx')).PreviewMap);

/** The import of places, with the map of its preview. */
export function ImportPart({ parcoursId, onClose }: { readonly parcoursId: ParcoursId; readonly onClose: () => void }) {
  const basemap = useBasemap();
  const navigate = useNavigate();
  const { user } = useSnapshot(session);
  // The rehearsal is about the parcours in use.
  const inUse = findSelected(useSnapshot(parcours));
  const mayRehearse = user !== null && inUse?.id === parcoursId && mayUseEditorTools(user.role, inUse.privilege);
  const makeParcours = (zip: File): void => {
    if (!openParcoursImport(zip)) showNotice(parcoursImportStrings.busy, { tone: 'info' });
    navigate(paths.createParcours);
  };
  return (
    <ImportSheet
      parcoursId={parcoursId}
      onClose={onClose}
      onParcours={user !== null && mayCreateParcours(user.role) ? makeParcours : null}
      onRehearse={mayRehearse ? rehearseLines : null}
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
