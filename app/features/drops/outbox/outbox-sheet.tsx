import { useSnapshot } from 'valtio';
import { keeping } from '../../../state/drops/keeping.ts';
import { outbox } from '../../../state/drops/own-drops.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { memoryStrings } from '../../../words/drops/memory.ts';
import { outboxStrings } from '../../../words/drops/outbox.ts';
import { strings } from '../../../words/strings.ts';
import { isListed, OutboxList } from './outbox-list.tsx';

/** The drops that wait on this device, with the actions for each. */
export function OutboxSheet({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { items } = useSnapshot(outbox);
  const { isLasting } = useSnapshot(keeping);
  const words = outboxStrings;
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={words.title}
      description={items.length === 0 ? undefined : isLasting ? words.hint : memoryStrings.hint}
      closeLabel={strings.app.close}
    >
      {!items.some(isListed) ? <EmptyState title={words.empty} hint={words.emptyHint} /> : <OutboxList items={items} />}
    </Sheet>
  );
}
