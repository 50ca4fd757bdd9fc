import { useState } from 'react';
import { storage } from '../platform/storage/storage.ts';
import { KeyList } from '../ui/key-list.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import styles from './shortcut-sheet.module.css';
import { shortcutStrings } from './shortcut-words.ts';

const words = shortcutStrings;

/** Lists the keyboard shortcuts, and switches them off. */
export function ShortcutSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title={words.title}>
      <KeyList entries={words.entries} />
      <p className={styles.note}>{words.onMap}</p>
      <ShortcutSwitch />
    </Sheet>
  );
}

/** Stores the choice in this browser: voice control, or an unsteady hand, may press single keys by accident. */
function ShortcutSwitch() {
  const [isOn, setOn] = useState(() => !storage.read('shortcutsOff'));
  const change = (on: boolean): void => {
    storage.write('shortcutsOff', !on);
    setOn(on);
  };
  return <SwitchRow label={words.isOn} hint={words.isOnHint} checked={isOn} onChange={change} />;
}
