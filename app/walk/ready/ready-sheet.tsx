import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { strings } from '../../ui/common-words.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { ReadyCheck } from './ready-check.tsx';
import { readySheet, showReadySheet } from './ready-sheet.state.ts';
import { readyStrings as words } from './ready-words.ts';

/** The check before a walk. `positionHelp` explains how to allow the position again after a denial. */
export function ReadySheet({ positionHelp }: { readonly positionHelp: ReactNode }) {
  const { isOpen } = useSnapshot(readySheet);
  return (
    <Sheet open={isOpen} onOpenChange={showReadySheet} title={words.title} closeLabel={strings.app.close}>
      <ReadyCheck positionHelp={positionHelp} />
    </Sheet>
  );
}
