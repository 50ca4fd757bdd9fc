import { useSnapshot } from 'valtio';
import { DeletedList } from '../moderation/deleted/deleted-list.tsx';
import { loadBundles } from '../parcours/bundles.ts';
import { parcours } from '../parcours/parcours.ts';
import { ParcoursScreen } from '../parcours/parcours-screen.tsx';
import { session } from '../session/session.ts';

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
