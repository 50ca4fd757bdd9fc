import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { switchDrawTools } from '../parcours/editor-tools.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { editorStrings } from './editor-words.ts';
import styles from './place-editor.module.css';
import { useEditorPlaces } from './use-editor-places.ts';

/** Heading of the editor's list: the number of places, and buttons to fold the list and close the editor. */
export function ListHead({ isFolded, onFold }: { readonly isFolded: boolean; readonly onFold: () => void }) {
  const words = editorStrings;
  const { list, pending, status } = useEditorPlaces();
  const count = list.length + pending.length;
  return (
    <header className={styles.head}>
      <h2 className={styles.heading} lang="en">
        {words.heading(status === 'ready' || count > 0 ? count : null)}
      </h2>
      <IconButton
        className={styles.fold}
        label={isFolded ? words.unfold : words.fold}
        icon={isFolded ? <ChevronUp size={20} aria-hidden /> : <ChevronDown size={20} aria-hidden />}
        aria-expanded={!isFolded}
        onClick={onFold}
      />
      <IconButton label={words.close} icon={<X size={20} aria-hidden />} onClick={() => switchDrawTools(false)} />
    </header>
  );
}
