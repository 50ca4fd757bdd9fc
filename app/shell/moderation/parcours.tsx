import { useSnapshot } from 'valtio';
import { DeletedList } from '../../features/moderation/deleted/deleted-list.tsx';
import { ParcoursScreen } from '../../features/parcours/parcours-screen.tsx';
import { loadBundles } from '../../state/maps/bundles.ts';
import { parcours } from '../../state/maps/parcours.ts';
import { session } from '../../state/session/session.ts';

/** The person's maps, with the deleted ones below; guests can't delete any. */
export function Parcours() {
  const { user } = useSnapshot(session);
  const { list } = useSnapshot(parcours);
  const mayDelete = user !== null && user.role !== 'guest';
  return (
    <ParcoursScreen
      below={mayDelete ? <DeletedList kind="maps" version={list.length} onRestored={() => void loadBundles()} /> : null}
    />
  );
}
