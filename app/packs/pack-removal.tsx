import { BellOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { wordsFor } from '../page/error-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { packStatus } from './pack-status.ts';
import { type PackView, removePack } from './packs.ts';
import { packStrings as words } from './packs-words.ts';

/**
 * Removes a pack, whole or not, after a confirmation; or removes the note that a pack was lost, without one. Renders
 * nothing if there is nothing to remove.
 */
export function PackRemoval({
  mapId,
  name,
  view,
}: {
  readonly mapId: ParcoursId;
  readonly name: string;
  readonly view: Readonly<PackView> | undefined;
}) {
  const [isAsking, setAsking] = useState(false);
  if (view === undefined || view.failure === 'unsupported') return null;
  if (!view.isWhole && packStatus(view) === 'absent') return null;
  if (packStatus(view) === 'lost') {
    return (
      <Button variant="secondary" icon={<BellOff size={18} aria-hidden />} onClick={() => void removePack(mapId)}>
        {words.forgetLost}
      </Button>
    );
  }
  return (
    <>
      <Button variant="secondary" icon={<Trash2 size={18} aria-hidden />} onClick={() => setAsking(true)}>
        {view.isWhole ? words.remove : words.removeBegun}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          words={words.removal(name)}
          onConfirm={async () => {
            await removePack(mapId);
            showNotice(words.removed(name));
          }}
          onClose={() => setAsking(false)}
          wordsFor={wordsFor}
        />
      ) : null}
    </>
  );
}
