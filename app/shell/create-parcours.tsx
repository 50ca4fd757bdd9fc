import { CreatorNote } from '../account/roles/role-limits.tsx';
import { CreateParcoursScreen } from '../parcours/create-parcours-screen.tsx';
import { ParcoursImportPart } from './parcours-import-part.tsx';

/** The form that creates a map, the import of a whole one, and what the person's account will allow on it. */
export function CreateParcours() {
  return (
    <CreateParcoursScreen
      note={
        <>
          <ParcoursImportPart />
          <CreatorNote />
        </>
      }
    />
  );
}
