import { CreateParcoursScreen } from '../../features/parcours/create-parcours-screen.tsx';
import { CreatorNote } from '../../features/roles/creator-note.tsx';

/** The form that creates a map, with what the person's account will allow on it. */
export function CreateParcours() {
  return <CreateParcoursScreen note={<CreatorNote />} />;
}
