import { ImageOff, Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { offlineWords } from '../../page/offline-words.ts';
import { Button } from '../../ui/button.tsx';
import typography from '../../ui/typography.module.css';
import { parcoursPanes } from '../panes-words.ts';
import { beginEdit, type EditedParcours, parcoursEdits } from '../parcours-edit.ts';
import styles from './information.module.css';
import { ParcoursForm } from './parcours-form.tsx';
import { usePicture } from './use-picture.ts';

const words = parcoursPanes.info;

/** A parcours' image, name and description, with a button to edit them for people who may. */
export function ParcoursSummary({
  parcours,
  named,
  places,
  isEditable,
  note,
}: {
  readonly parcours: EditedParcours;
  /** Its name and description as they are shown, and their `lang`. */
  readonly named: { readonly name: string; readonly description: string; readonly lang: string | undefined };
  /** Its number of places, in words. */
  readonly places: string;
  readonly isEditable: boolean;
  /** Shown in place of the edit button. */
  readonly note?: ReactNode;
}) {
  const { id, image_url } = parcours;
  const { name, description, lang } = named;
  const edit = useSnapshot(parcoursEdits).byMap[id];
  const isEdited = isEditable && edit !== undefined;
  const editButton = useRef<HTMLButtonElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const wasEdited = useRef(isEdited);
  useEffect(() => {
    // Replaces the focused element, which no longer exists; returning to an edit moves no focus.
    if (wasEdited.current === isEdited) return;
    wasEdited.current = isEdited;
    (isEdited ? nameField : editButton).current?.focus();
  }, [isEdited]);

  if (isEdited) return <ParcoursForm id={id} edit={edit} nameRef={nameField} />;
  return (
    <>
      <ParcoursImage key={image_url} url={image_url} />
      <header>
        <h1 lang={lang} dir="auto" className={typography.paneTitle}>
          {name}
        </h1>
        <div className={styles.facts}>
          <p className={typography.soft}>{places}</p>
          {isEditable ? (
            <Button
              ref={editButton}
              lang="en"
              variant="secondary"
              icon={<Pencil size={18} aria-hidden />}
              onClick={() => beginEdit(parcours)}
            >
              {words.edit}
            </Button>
          ) : null}
        </div>
      </header>
      {note}
      <p lang={lang} dir="auto" className={styles.description}>
        {description}
      </p>
    </>
  );
}

/** The image, or a placeholder if there is none or it can't be loaded. */
function ParcoursImage({ url }: { readonly url: string | null }) {
  const [isBroken, setBroken] = useState(false);
  const address = usePicture(url);
  if (address !== null && !isBroken) {
    return <img className={styles.image} src={address} alt="" onError={() => setBroken(true)} />;
  }
  return (
    <div className={styles.noImage}>
      <ImageOff size={26} aria-hidden />
      <p>{url === null ? words.noImage : isBroken && offlineWords.imageUnknown}</p>
    </div>
  );
}
