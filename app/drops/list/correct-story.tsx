import { Pencil } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import { mayChangePlace } from '../../../contracts/permissions.ts';
import type { Place } from '../../../contracts/place.ts';
import { parcours } from '../../parcours/parcours.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { session } from '../../session/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { myDropsStrings } from './my-drops-words.ts';

const CorrectSheet = lazyPart(async () => (await import('./correct-sheet.tsx')).CorrectSheet);

/** The drop that is corrected from the player, which may meanwhile show another. */
const corrected = proxy<{ story: (Place & { $$valtioSnapshot: Place }) | null }>({ story: null });

/** Corrects the story in the player. Renders nothing unless it is the person's own. */
export function CorrectStory({ place }: { readonly place: Place }) {
  const { user } = useSnapshot(session);
  const { list } = useSnapshot(parcours);
  const privilege = list.find(({ id }) => id === place.map.id)?.privilege ?? null;
  if (user === null || user.id !== place.userId || !mayChangePlace(user.role, privilege, true)) return null;
  return (
    <IconButton
      label={myDropsStrings.correction.title(formatPlaceName(place.appelation))}
      icon={<Pencil size={18} aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => {
        corrected.story = ref(place);
      }}
    />
  );
}

/** The sheet that {@link CorrectStory} opens. */
export function StoryCorrection() {
  const { story } = useSnapshot(corrected);
  useEffect(() => forgetCorrected, []);
  return story === null ? null : (
    <Suspense>
      <CorrectSheet drop={story} onClose={forgetCorrected} onShowMap={() => undefined} />
    </Suspense>
  );
}

function forgetCorrected(): void {
  corrected.story = null;
}
