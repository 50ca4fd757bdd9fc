import { Camera } from 'lucide-react';
import { Avatar } from '../ui/avatar.tsx';
import styles from './profile-screen.module.css';
import { profileStrings } from './profile-words.ts';

/** The person's picture as the label of the file input that replaces it. */
export function PictureLabel({
  htmlFor,
  name,
  picture,
}: {
  readonly htmlFor: string;
  readonly name: string;
  readonly picture: string | null;
}) {
  return (
    <label htmlFor={htmlFor} className={styles.avatar} title={profileStrings.choose}>
      <Avatar name={name} picture={picture} sizePx={128} />
      <span className={styles.camera} aria-hidden>
        <Camera size={20} />
      </span>
    </label>
  );
}
