import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import { useBackCloses } from './back.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import styles from './more-menu.module.css';

interface MenuAct {
  readonly label: string;
  readonly Icon: LucideIcon;
  /** Language of the label, if it is not the page's. */
  readonly lang?: string;
  /** In the colour of actions that can't be undone. */
  readonly danger?: boolean;
  readonly act: () => void;
}

/**
 * A menu behind three dots; renders nothing if all `acts` are `false`. An action runs after the menu has closed and its
 * button has the focus again, so that a dialog that it opens restores the focus to the button. Rendered in place and
 * not in a portal, so that it stays in its landmark.
 */
export function MoreMenu({ label, acts }: { readonly label: string; readonly acts: readonly (MenuAct | false)[] }) {
  const trigger = useRef<HTMLButtonElement>(null);
  const chosen = useRef<MenuAct | null>(null);
  const shown = acts.filter((entry) => entry !== false);
  const closedByOutside = useRef(false);
  const [isOpen, setOpen] = useState(false);
  useBackCloses(isOpen, () => setOpen(false));
  if (shown.length === 0) return null;
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>
        <IconButton ref={trigger} label={label} icon={<EllipsisVertical size={20} aria-hidden />} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        className={styles.menu}
        align="end"
        sideOffset={4}
        collisionPadding={8}
        onInteractOutside={() => {
          closedByOutside.current = true;
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // A click outside has already moved the focus.
          if (!closedByOutside.current) trigger.current?.focus();
          closedByOutside.current = false;
          chosen.current?.act();
          chosen.current = null;
        }}
      >
        {shown.map((entry) => (
          <DropdownMenu.Item
            key={entry.label}
            lang={entry.lang}
            className={classNames(styles.item, entry.danger === true && styles.danger)}
            onSelect={() => {
              chosen.current = entry;
            }}
          >
            <entry.Icon size={18} aria-hidden />
            {entry.label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
