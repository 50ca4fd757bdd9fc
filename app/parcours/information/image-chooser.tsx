import { ImagePlus } from 'lucide-react';
import { useId, useRef } from 'react';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { Button } from '../../ui/button.tsx';
import { chooseImage, type ParcoursEdit, removeImage } from '../parcours-edit.ts';
import { mapPanes } from '../parcours-panes-words.ts';
import styles from './information.module.css';

const words = mapPanes.info;
/** The types that the server reads. Listed instead of `image/*`, so that an iPhone converts its pictures to JPEG. */
const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** Shows the image of an edited parcours, and replaces or removes it. */
export function ImageChooser({ id, edit }: { readonly id: ParcoursId; readonly edit: Readonly<ParcoursEdit> }) {
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const url = edit.chosen?.url ?? edit.imageUrl;
  const unreadableId = `${inputId}-unreadable`;
  const handleRemove = (): void => {
    removeImage(id);
    // The focused button disappears with the image.
    input.current?.focus();
  };
  return (
    <div className={styles.chooser}>
      {url === null ? null : <img className={styles.image} src={url} alt={words.imagePreview} />}
      <div className={styles.imageActs}>
        <input
          ref={input}
          id={inputId}
          type="file"
          accept={IMAGE_TYPES}
          className={styles.file}
          disabled={edit.sending}
          aria-invalid={edit.isUnreadable || undefined}
          aria-describedby={edit.isUnreadable ? unreadableId : `${inputId}-formats`}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) void chooseImage(id, file);
            // Otherwise choosing the same file again would fire no change event.
            event.target.value = '';
          }}
        />
        <label htmlFor={inputId} className={styles.choose}>
          <ImagePlus size={20} aria-hidden />
          {url === null ? words.chooseImage : words.changeImage}
        </label>
        {url === null && !edit.isUnreadable ? null : (
          <Button variant="quiet" disabled={edit.sending} onClick={handleRemove}>
            {edit.isUnreadable ? words.dropFile(url !== null) : words.removeImage}
          </Button>
        )}
        {edit.isUnreadable && (
          <p id={unreadableId} className={styles.unreadable}>
            {words.unreadable}
          </p>
        )}
        <p id={`${inputId}-formats`} className={styles.formats}>
          {words.imageFormats}
        </p>
      </div>
    </div>
  );
}
