import { removePendingShape } from '../../places/pending-shapes.ts';
import { currentOutbox } from '../drop-services.ts';
import type { OutboxItem } from '../outbox/outbox-view.ts';
import { announceDrop } from './announce-drop.ts';

/**
 * Saves a draft of this device for good; the outbox publishes it.
 *
 * @throws as `Outbox.retitle` does
 */
export async function publishDraft(
  { id, pendingId }: Pick<OutboxItem, 'id' | 'pendingId'>,
  title: string,
): Promise<void> {
  const outbox = currentOutbox();
  await outbox.retitle(id, title);
  if (pendingId !== null) removePendingShape(pendingId);
  announceDrop(outbox.whenSent(id));
}
