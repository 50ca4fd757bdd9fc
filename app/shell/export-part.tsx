import { FileOutput, Printer } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { publicPath } from '../../contracts/open-parcours.ts';
import type { Parcours } from '../../contracts/parcours.ts';
import { mayManageParcours } from '../../contracts/permissions.ts';
import type { Role } from '../../contracts/vocabulary.ts';
import { exportStrings } from '../exchange/export/export-words.ts';
import { absoluteUrl } from '../platform/page/share.ts';
import { ParcoursAbout } from '../tellings/parcours-about.tsx';
import { Button } from '../ui/button.tsx';
import { Hint } from '../ui/hint.tsx';
import layout from '../ui/layout.module.css';
import { lazyPart } from '../ui/lazy-part.ts';
import { PanelBoundary } from './panel-boundary.tsx';

const ExportSheet = lazyPart(async () => (await import('../exchange/export/export-sheet.tsx')).ExportSheet);

/** A button that opens the export and the print of a parcours, which are loaded with their first use. */
export function ExportPart({ parcours, role }: { readonly parcours: Parcours; readonly role: Role }) {
  const [isOpen, setOpen] = useState(false);
  const hintId = useId();
  const mayDownload = mayManageParcours(role, parcours.privilege);
  const close = (): void => setOpen(false);
  return (
    <div className={layout.stack1}>
      <Button
        variant="secondary"
        wide
        icon={mayDownload ? <FileOutput size={18} aria-hidden /> : <Printer size={18} aria-hidden />}
        aria-haspopup="dialog"
        aria-describedby={hintId}
        onClick={() => setOpen(true)}
      >
        {mayDownload ? exportStrings.title : exportStrings.printTitle}
      </Button>
      <Hint id={hintId}>{mayDownload ? exportStrings.hint : exportStrings.printHint}</Hint>
      {isOpen && (
        <PanelBoundary floats onGiveUp={close}>
          <Suspense>
            <ExportSheet
              parcours={parcours}
              publicUrl={findPublicUrl(parcours)}
              facts={<ParcoursAbout parcoursId={parcours.id} />}
              mayDownload={mayDownload}
              onClose={close}
            />
          </Suspense>
        </PanelBoundary>
      )}
    </div>
  );
}

/** Returns the address of a parcours' page for people without an account; null if they have none. */
function findPublicUrl({ opening, hidden }: Parcours): string | null {
  const isOpen = opening !== undefined && opening.visibility !== null && hidden !== true;
  return isOpen ? absoluteUrl(publicPath(opening.slug)) : null;
}
