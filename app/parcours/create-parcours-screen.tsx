import type { ReactNode } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { TEXT_BLOCK_MAX, TEXT_LINE_MAX } from '../../contracts/limits.ts';
import { mayCreateParcours } from '../../contracts/permissions.ts';
import { wordsFor } from '../page/error-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { paths } from '../paths.ts';
import { session } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { English, EnglishStart } from '../ui/english.tsx';
import { Alert } from '../ui/message.tsx';
import { Page } from '../ui/page.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import typography from '../ui/typography.module.css';
import { findBlank, textOf, useForm } from '../ui/use-form.ts';
import styles from './parcours.module.css';
import { createParcours } from './parcours-list.ts';
import { createParcoursStrings } from './parcours-words.ts';

/** Creates a parcours; people who may not are redirected to the parcours screen. @param note shown below the form */
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

/** Creates a parcours, which becomes the target of drops, and opens it. */
function CreateParcoursForm() {
  const navigate = useNavigate();
  const words = createParcoursStrings;
  const form = useForm({
    read: (data) => ({ title: textOf(data, 'title').trim(), description: textOf(data, 'description').trim() }),
    check: (text) => findBlank(text, { title: words.missingTitle, description: words.missingDescription }),
    send: async (values) => {
      await createParcours(values);
      showNotice(words.created, { lang: 'en' });
      navigate(paths.home);
    },
    wordsFor: (error) => words.failed(wordsFor(error)),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <p className={typography.soft}>{words.lead}</p>
      <TextField
        {...form.field('title')}
        label={<English>{words.name}</English>}
        maxLength={TEXT_LINE_MAX}
        autoComplete="off"
        required
      />
      <TextArea {...form.field('description')} label={words.description} maxLength={TEXT_BLOCK_MAX} required />
      {form.error ? (
        <Alert {...form.alert}>
          <EnglishStart>{form.error.message}</EnglishStart>
        </Alert>
      ) : null}
      <Button type="submit" lang={form.sending ? undefined : 'en'} wide busy={form.sending} disabled={form.sending}>
        {form.sending ? words.sending : words.submit}
      </Button>
    </form>
  );
}
