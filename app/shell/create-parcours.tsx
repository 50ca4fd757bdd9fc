import { CreatorNote } from '../account/roles/role-limits.tsx';
import { CreateParcoursScreen } from '../parcours/create-parcours-screen.tsx';

/** The form that creates a map, with what the person's account will allow on it. */
export function CreateParcours() {
  return <CreateParcoursScreen note={<CreatorNote />} />;
}
