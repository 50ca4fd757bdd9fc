import { useState } from 'react';
import styles from './avatar.module.css';

/**
 * Somebody's picture; their initials where there is none or where it can't be loaded. Decorative unless `alt` is given:
 * the name usually stands beside it. As `100%` it fills the box that it stands in, and its initials have that box's size of
 * text.
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
  const spoken = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt };
  return (
    <span className={styles.avatar} style={style} data-tone={toneOf(name)} {...spoken}>
      {initialsOf(name)}
    </span>
  );
}

/** Up to two initials of a name; a question mark where it has no letter. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const initials = [first, last].map((word) => [...(word ?? '')][0] ?? '').join('');
  return initials === '' ? '?' : initials.toLocaleUpperCase('fr');
}

/** One of four tones, the same for the same name each time. */
function toneOf(name: string): number {
  let sum = 0;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return sum % 4;
}
