import { MessageSquareWarning } from 'lucide-react';
import { useState } from 'react';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { Button } from '../../ui/button.tsx';
import { ReportSheet } from './report-sheet.tsx';
import { reportStrings } from './report-words.ts';

/** Reports a map. */
export function ReportMap({ mapId, name }: { readonly mapId: ParcoursId; readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        icon={<MessageSquareWarning size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {reportStrings.map}
      </Button>
      {isOpen ? (
        <ReportSheet
          thing={{ kind: 'map', id: mapId }}
          title={reportStrings.mapTitle(name)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
