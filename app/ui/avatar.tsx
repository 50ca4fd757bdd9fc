import { useState } from 'react';
import styles from './avatar.module.css';

/**
 * A person's picture, or their initials if there is none or it can't be loaded. Decorative without `alt`, because the
 * name is usually beside it. A size of `100%` fills the parent, and the initials inherit its font size.
 */
export function Avatar({
  name,
  picture,
  sizePx = 32,
  alt = '',
}: {
  readonly name: string;
  readonly picture: string | null;
  readonly sizePx?: number | '100%';
  readonly alt?: string;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  const fontSize = sizePx === '100%' ? 'inherit' : Math.round(sizePx * 0.4);
  const style = { width: sizePx, height: sizePx, fontSize };
  if (picture !== null && picture !== broken) {
    return <img src={picture} alt={alt} className={styles.avatar} style={style} onError={() => setBroken(picture)} />;
  }
  const ariaProps = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt };
  return (
    <span className={styles.avatar} style={style} data-tone={toneOf(name)} {...ariaProps}>
      {initialsOf(name)}
    </span>
  );
}

/** Returns up to two initials of a name; a question mark if it has no letter. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const initials = [first, last].map((word) => [...(word ?? '')][0] ?? '').join('');
  return initials === '' ? '?' : initials.toUpperCase();
}

/** Returns one of four tones, derived from the name. */
function toneOf(name: string): number {
  let hash = 0;
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return hash % 4;
}
