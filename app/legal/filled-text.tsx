import { type Facts, fillIn } from './fill-in.ts';
import styles from './legal.module.css';

/** A legal text with its facts filled in; the placeholders of missing ones are marked. */
export function FilledText({ text, facts }: { readonly text: string; readonly facts: Facts }) {
  return fillIn(text, facts).map((piece) =>
    piece.missing ? (
      <mark key={piece.text} className={styles.missing}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
