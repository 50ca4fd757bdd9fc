import { MessageSquareWarning } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import { printName } from '../../places/untitled-words.ts';
import { session } from '../../session/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ReportSheet } from './report-sheet.tsx';
import { reportStrings } from './report-words.ts';

/** Reports a story. Renders nothing for its author. */
export function ReportStory({ place }: { readonly place: Pick<Place, 'id' | 'appelation' | 'userId'> }) {
  const { user } = useSnapshot(session);
  const [isOpen, setOpen] = useState(false);
  const title = reportStrings.place(printName(place.appelation));
  if (user === null || user.id === place.userId) return null;
  return (
    <>
      <IconButton
        label={title}
        icon={<MessageSquareWarning size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen ? (
        <ReportSheet thing={{ kind: 'place', id: place.id }} title={title} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
