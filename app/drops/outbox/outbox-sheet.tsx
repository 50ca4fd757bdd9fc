import { useSnapshot } from 'valtio';
import { strings } from '../../ui/common-words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { deviceStorage } from '../device-storage.ts';
import { outbox } from '../drop-services.ts';
import { memoryStrings } from '../memory-words.ts';
import { isListed, OutboxList } from './outbox-list.tsx';
import { outboxStrings } from './outbox-words.ts';

/** The drops that wait on this device, with the actions for each. */
export function OutboxSheet({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { items } = useSnapshot(outbox);
  const { isLasting } = useSnapshot(deviceStorage);
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
