import { type FormEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { TEXT_BLOCK_MAX, TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { paths } from '../../paths.ts';
import { wordsFor } from '../../platform/error-words.ts';
import { strings } from '../../platform/strings.ts';
import { showNotice } from '../../state/notices.ts';
import { createParcours } from '../../state/parcours.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { checkNewParcours, type NewParcoursFault } from './check-new-parcours.ts';
import styles from './parcours.module.css';

/** Where a map is made. The new one becomes the one that drops go to. */
export function CreateParcoursScreen() {
  const navigate = useNavigate();
  const words = strings.createParcours;
  const alertId = useId();
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [fault, setFault] = useState<NewParcoursFault | null>(null);
  const [sending, setSending] = useState(false);
  const sent = useRef(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sent.current) return;
    const found = checkNewParcours({ title, description });
    setFault(found);
    if (found) {
      const field = event.currentTarget.elements.namedItem(found.field);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    sent.current = true;
    setSending(true);
    try {
      await createParcours({ title: title.trim(), description: description.trim() });
      showNotice(words.created);
      navigate(paths.home);
    } catch (error) {
      setFault({ field: '', message: words.failed(wordsFor(error)) });
    } finally {
      sent.current = false;
      setSending(false);
    }
  };

  return (
    <Page title={words.title} back={{ to: paths.parcours, label: strings.app.back }}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p className={styles.lead}>{words.lead}</p>
        <TextField
          label={words.name}
          name="title"
          value={title}
          maxLength={TEXT_LINE_MAX}
          autoComplete="off"
          required
          invalid={fault?.field === 'title'}
          describedBy={alertId}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextArea
          label={words.description}
          name="description"
          value={description}
          maxLength={TEXT_BLOCK_MAX}
          required
          invalid={fault?.field === 'description'}
          describedBy={alertId}
          onChange={(event) => setDescription(event.target.value)}
        />
        {fault ? <Alert id={alertId}>{fault.message}</Alert> : null}
        <Button type="submit" wide busy={sending} disabled={sending}>
          {sending ? words.sending : words.submit}
        </Button>
      </form>
    </Page>
  );
}
