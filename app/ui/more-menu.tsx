import { EllipsisVertical } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import styles from './more-menu.module.css';

/** One act of a menu. */
export interface MenuAct {
  readonly label: string;
  /** A single icon of about 18 px. */
  readonly icon: ReactNode;
  /** Language of the label, where it is not the page's. */
  readonly lang?: string;
  /** Shown in the colour of what cannot be taken back. */
  readonly danger?: boolean;
  readonly act: () => void;
}

/**
 * The three dots with the rarer acts behind them. An act runs once the menu is gone and its button has focus again, so
 * that a dialog which it opens gives focus back to the button. The menu stands within the screen, not beside it: what is
 * read aloud stays in its landmark.
 */
export function MoreMenu({ label, acts }: { readonly label: string; readonly acts: readonly MenuAct[] }) {
  const trigger = useRef<HTMLButtonElement>(null);
  const chosen = useRef<MenuAct | null>(null);
  const leftFor = useRef(false);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton ref={trigger} label={label} icon={<EllipsisVertical size={20} aria-hidden />} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        className={styles.menu}
        align="end"
        sideOffset={4}
        collisionPadding={8}
        onInteractOutside={() => {
          leftFor.current = true;
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // Who pressed something else has their focus there.
          if (!leftFor.current) trigger.current?.focus();
          leftFor.current = false;
          chosen.current?.act();
          chosen.current = null;
        }}
      >
        {acts.map((entry) => (
          <DropdownMenu.Item
            key={entry.label}
            lang={entry.lang}
            className={classNames(styles.item, entry.danger === true && styles.danger)}
            onSelect={() => {
              chosen.current = entry;
            }}
          >
            {entry.icon}
            {entry.label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
