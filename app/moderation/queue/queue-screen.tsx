import { ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { ModeratedItem, ModerationQueue } from '../../../contracts/moderation.ts';
import { mayAdminister } from '../../../contracts/permissions.ts';
import { wordsFor } from '../../page/error-words.ts';
import { paths } from '../../paths.ts';
import { inScope } from '../../platform/scope.ts';
import { session } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { RetryAlert } from '../../ui/message.tsx';
import { formatMoment } from '../../ui/number-words.ts';
import { Page } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from '../moderation.module.css';
import { ActSheet } from './moderation-acts.tsx';
import { followQueue, loadQueue, moderationQueue, setSuspension } from './queue.ts';
import { queueStrings } from './queue-words.ts';
import { isToDecide, ReportedItemCard } from './reported-item-card.tsx';

const words = queueStrings;

/** The reported items, for the site's admins to decide on; other people are redirected to the maps screen. */
export function QueueScreen() {
  const { user } = useSnapshot(session);
  if (user === null || !mayAdminister(user.role)) return <Navigate to={paths.parcours} replace />;
  return (
    <Page title={queueStrings.title} back={{ to: paths.home, label: strings.app.back }}>
      <QueueSection />
    </Page>
  );
}

/** The queue, reloaded regularly while it is shown. For the site's admins only. */
export function QueueSection() {
  useEffect(() => inScope((scope) => followQueue(scope, { polls: true })), []);
  return <QueueList />;
}

/** The items that wait for a decision, then those hidden or deleted by the site, then the suspended accounts. */
function QueueList() {
  const { found, status, failure } = useSnapshot(moderationQueue);
  const { things: items, openCount, suspended } = found;
  if (items.length === 0 && (status === 'idle' || status === 'loading')) {
    return (
      <div className={layout.loading}>
        <Spinner size={28} label={words.loading} />
      </div>
    );
  }
  const open = items.filter(isToDecide);
  const decided = items.filter((item) => !isToDecide(item));
  return (
    <div className={layout.stack3}>
      {status === 'failed' ? <RetryAlert onRetry={loadQueue}>{words.failed(wordsFor(failure))}</RetryAlert> : null}
      {open.length === 0 && status === 'ready' ? (
        <EmptyState icon={<ShieldCheck size={26} />} title={words.none} hint={words.noneHint} />
      ) : null}
      {open.length === 0 ? null : (
        <section className={layout.stack3} aria-labelledby="open-items">
          <h2 id="open-items">{words.open}</h2>
          <Hint breaks>{words.lead}</Hint>
          <Cards items={open} />
          {openCount > open.length ? <Hint breaks>{words.unlisted(openCount - open.length)}</Hint> : null}
        </section>
      )}
      {decided.length === 0 ? null : (
        <section className={layout.stack3} aria-labelledby="decided-items">
          <h2 id="decided-items">{words.decided}</h2>
          <Cards items={decided} />
        </section>
      )}
      <SuspendedList accounts={suspended} />
    </div>
  );
}

function Cards({ items }: { readonly items: readonly ModeratedItem[] }) {
  return (
    <ul className={styles.cards}>
      {items.map((found) => (
        <ReportedItemCard key={`${found.thing.kind} ${found.thing.id}`} found={found} />
      ))}
    </ul>
  );
}

type Account = ModerationQueue['suspended'][number];

/** The suspended accounts, each with the button to unsuspend it. Renders nothing if there are none. */
function SuspendedList({ accounts }: { readonly accounts: readonly Account[] }) {
  const [chosen, setChosen] = useState<Account | null>(null);
  if (accounts.length === 0) return null;
  return (
    <section className={layout.stack3} aria-labelledby="suspended-accounts">
      <h2 id="suspended-accounts">{words.suspended}</h2>
      <ul className={layout.stack2}>
        {accounts.map((account) => (
          <li key={account.id} className={styles.row}>
            <div className={styles.words}>
              <h3 className={styles.name}>{account.name}</h3>
              <Hint breaks>{account.email}</Hint>
              <Hint breaks>{words.suspendedSince(formatMoment(Date.parse(account.suspendedAt), 'medium'))}</Hint>
            </div>
            <Button
              variant="secondary"
              aria-haspopup="dialog"
              aria-label={words.actOn(words.acts.unsuspend, account.name)}
              onClick={() => setChosen(account)}
            >
              {words.acts.unsuspend}
            </Button>
          </li>
        ))}
      </ul>
      {chosen === null ? null : (
        <ActSheet
          act="unsuspend"
          name={chosen.name}
          onAct={(said) => setSuspension(chosen.id, false, said)}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  );
}
