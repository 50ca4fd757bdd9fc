import { useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { PlaceOrder } from '../../../contracts/calls/order-calls.ts';
import { STEPS_MAX } from '../../../contracts/limits.ts';
import { mergeOrder } from '../../../contracts/merge-order.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { guardPage } from '../../page/busy.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { ApiError } from '../../platform/net/api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, RetryAlert } from '../../ui/message.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useAction, useLoad } from '../../ui/use-action.ts';
import { places } from '../places.ts';
import { plan } from '../plan.ts';
import styles from './order.module.css';
import { OrderRows } from './order-rows.tsx';
import { orderStrings as words } from './order-words.ts';
import { isSameOrder, readOrder, saveOrder, withPlanned } from './parcours-order.ts';

/** The order of a parcours' places, which its editors set by dragging, by buttons or by typing numbers. */
export function OrderSheet({ parcoursId, onClose }: { readonly parcoursId: ParcoursId; readonly onClose: () => void }) {
  const { value: order, failure, retry } = useLoad(useCallback(() => readOrder(parcoursId), [parcoursId]));
  const [isChanged, setChanged] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => (isChanged ? guardPage('edit') : undefined), [isChanged]);
  return (
    <Sheet title={words.title} description={words.hint} onClose={() => (isChanged ? setLeaving(true) : onClose())}>
      {order === undefined && failure === undefined && (
        <div className={layout.loading}>
          <Spinner size={28} label={words.loading} />
        </div>
      )}
      {failure !== undefined && <RetryAlert onRetry={retry}>{words.failed(wordsFor(failure))}</RetryAlert>}
      {order !== undefined && (
        <OrderForm parcoursId={parcoursId} loaded={order} onChanged={setChanged} onClose={onClose} />
      )}
      {isLeaving && (
        <ConfirmDialog
          words={words.discard}
          onConfirm={async () => onClose()}
          onClose={() => setLeaving(false)}
          wordsFor={wordsFor}
        />
      )}
    </Sheet>
  );
}

/** The rows, what concerns all of them, and the button that saves them. */
function OrderForm({
  parcoursId,
  loaded,
  onChanged,
  onClose,
}: {
  readonly parcoursId: ParcoursId;
  readonly loaded: PlaceOrder;
  readonly onChanged: (isChanged: boolean) => void;
  readonly onClose: () => void;
}) {
  const [saved, setSaved] = useState(loaded);
  const [order, setOrder] = useState<readonly PlaceId[]>(loaded.placeIds);
  const list = withPlanned(parcoursId, useSnapshot(places).list, useSnapshot(plan).list, order);
  const [conflict, setConflict] = useState<PlaceOrder | null>(null);
  const { busy, failure, run } = useAction(wordsFor);
  const [isTyping, setTyping] = useState(false);
  const isChanged = !isSameOrder(order, saved.placeIds);
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  const known = new Set([...list.map(({ id }) => id), ...order]);
  if (known.size === 0) return <EmptyState title={words.empty} hint={words.emptyHint} />;
  const unnumbered = list.filter(({ id }) => !order.includes(id));

  const save = (placeIds: readonly PlaceId[], version: string): Promise<void> =>
    run(async () => {
      setConflict(null);
      try {
        await saveOrder(parcoursId, placeIds, version);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
        setConflict(await readOrder(parcoursId));
        return;
      }
      showNotice(words.saved);
      onClose();
    });
  const takeTheirs = (theirs: PlaceOrder): void => {
    setConflict(null);
    setSaved(theirs);
    setOrder(theirs.placeIds);
  };
  const saveMine = (theirs: PlaceOrder): void => {
    const present = new Set([...list.map(({ id }) => id), ...theirs.placeIds]);
    const mine = order.filter((id) => present.has(id));
    // A place that somebody numbered meanwhile, or that fills a planned one, keeps its number.
    const merged = mergeOrder(theirs.placeIds, mine, new Set(saved.placeIds));
    void save(merged, theirs.version);
  };

  return (
    <>
      <OrderRows list={list} order={order} onOrder={setOrder} onTyping={setTyping} />
      <div className={layout.wrap}>
        {unnumbered.length > 0 && (
          <Button variant="quiet" onClick={() => setOrder([...order, ...unnumbered.map(({ id }) => id)])}>
            {words.numberAll}
          </Button>
        )}
        {order.length > 0 && (
          <Button variant="quiet" onClick={() => setOrder([])}>
            {words.numberNone}
          </Button>
        )}
      </div>
      <div className={styles.foot}>
        {failure !== null && <Alert>{words.saveFailed(failure)}</Alert>}
        {order.length > STEPS_MAX && <Alert>{words.tooMany(STEPS_MAX)}</Alert>}
        {conflict === null ? (
          <Button
            wide
            busy={busy}
            disabled={!(isChanged || isTyping) || order.length > STEPS_MAX}
            onClick={() => (isChanged ? void save(order, saved.version) : undefined)}
          >
            {words.save}
          </Button>
        ) : (
          <>
            <Alert>{words.conflict}</Alert>
            <Button wide variant="secondary" onClick={() => takeTheirs(conflict)}>
              {words.takeTheirs}
            </Button>
            <Button wide busy={busy} onClick={() => saveMine(conflict)}>
              {words.saveMine}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
