import type { Member } from '../../../contracts/user.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { strings } from '../../ui/common-words.ts';
import { Lightbox } from '../../ui/lightbox.tsx';
import styles from './members.module.css';

/** A member's avatar in full size. */
export function Portrait({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  return (
    <Lightbox title={member.name} closeLabel={strings.app.close} onClose={onClose}>
      <div className={styles.portrait}>
        <Avatar name={member.name} picture={member.picture} sizePx="100%" alt={member.name} />
      </div>
    </Lightbox>
  );
}
