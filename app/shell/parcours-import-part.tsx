import { FileUp } from 'lucide-react';
import { Suspense, useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { closeParcoursImport, openParcoursImport, parcoursImport } from '../exchange/import/parcours-import.ts';
import { parcoursImportStrings as words } from '../exchange/import/parcours-import-words.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Hint } from '../ui/hint.tsx';
import layout from '../ui/layout.module.css';
import { lazyPart } from '../ui/lazy-part.ts';
import { PanelBoundary } from './panel-boundary.tsx';

const ParcoursImportSheet = lazyPart(
  async () => (await import('../exchange/import/parcours-import-sheet.tsx')).ParcoursImportSheet,
);

/** A button that opens the import of a whole parcours, which is loaded with its first use; then the parcours is shown. */
export function ParcoursImportPart() {
  const navigate = useNavigate();
  const { isOpen } = useSnapshot(parcoursImport);
  const hintId = useId();
  return (
    <div className={layout.stack1}>
      <Button
        variant="secondary"
        wide
        icon={<FileUp size={18} aria-hidden />}
        aria-haspopup="dialog"
        aria-describedby={hintId}
        onClick={() => openParcoursImport()}
      >
        {words.title}
      </Button>
      <Hint id={hintId}>{words.openHint}</Hint>
      {isOpen && (
        <PanelBoundary floats onGiveUp={closeParcoursImport}>
          <Suspense>
            <ParcoursImportSheet onImported={() => navigate(paths.home)} />
          </Suspense>
        </PanelBoundary>
      )}
    </div>
  );
}
