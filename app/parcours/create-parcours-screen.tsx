import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { mayCreateParcours } from '../../contracts/permissions.ts';
import { paths } from '../paths.ts';
import { session } from '../session/session.ts';
import { strings } from '../ui/common-words.ts';
import { Page } from '../ui/page.tsx';
import { CreateParcoursForm } from './create-parcours-form.tsx';
import { createParcoursStrings } from './create-parcours-words.ts';
import styles from './parcours.module.css';

/**
 * Creates a map; people who may not are redirected to the maps screen.
 *
 * @param note shown below the form
 */
export function CreateParcoursScreen({ note }: { readonly note?: ReactNode }) {
  const { user } = useSnapshot(session);
  if (user === null || !mayCreateParcours(user.role)) return <Navigate to={paths.parcours} replace />;
  return (
    <Page title={createParcoursStrings.title} back={{ to: paths.parcours, label: strings.app.back }}>
      <div className={styles.withNote}>
        <CreateParcoursForm />
        {note}
      </div>
    </Page>
  );
}
