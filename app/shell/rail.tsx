import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { guestStrings } from '../account/guests-words.ts';
import { isOpenVisitor } from '../session/open-visit.ts';
import { guestOf, session } from '../session/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Logo } from '../ui/logo.tsx';
import { AccountFoot, MenuEntries, useWaitingCounts } from './menu-entries.tsx';
import { menuStrings } from './menu-words.ts';
import styles from './rail.module.css';

const words = menuStrings;

/**
 * The menu of a wide screen, always open at its left edge: the entries, the panes of the map, and the account.
 *
 * @param panesRef gets the element that the map's screen fills with its panes
 */
export function Rail({ panesRef }: { readonly panesRef: (element: HTMLElement | null) => void }) {
  const { user } = useSnapshot(session);
  const counts = useWaitingCounts();
  if (!user) return null;
  return (
    <nav className={styles.rail} aria-label={words.title} data-scrolls>
      <Logo heightPx={30} />
      <MenuEntries counts={counts} className={styles.entries} entryClassName={styles.entry} />
      <div ref={panesRef} className={styles.panes} />
      <Account
        name={isOpenVisitor(user) || guestOf(user) !== null ? guestStrings.name : user.name}
        picture={user.picture}
      />
    </nav>
  );
}

/** The account at the foot of the rail, which opens beside it without covering the map's use. */
function Account({ name, picture }: { readonly name: string; readonly picture: string | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className={styles.account}>
        <Avatar name={name} picture={picture} sizePx={28} />
        {words.account}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Content className={styles.card} aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">{words.account}</Dialog.Title>
          <AccountFoot onClose={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
