import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { readySheet, showReadySheet } from '../../state/walk/ready-sheet.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { readyStrings as words } from '../../words/ready.ts';
import { strings } from '../../words/strings.ts';
import { ReadyCheck } from './ready-check.tsx';

/** The check before a walk. `positionHelp` explains how to allow the position again after a denial. */
export function ReadySheet({ positionHelp }: { readonly positionHelp: ReactNode }) {
  const { isOpen } = useSnapshot(readySheet);
  return (
    <Sheet open={isOpen} onOpenChange={showReadySheet} title={words.title} closeLabel={strings.app.close}>
      <ReadyCheck positionHelp={positionHelp} />
    </Sheet>
  );
}
