import { Inbox } from 'lucide-react';
import { useRef, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { ROLE_REQUEST_PAUSE_DAYS, ROLE_REQUEST_WORDS_MAX } from '../../../contracts/limits.ts';
import { mayAnswerRoleRequests } from '../../../contracts/permissions.ts';
import type { RoleAnswer, RoleRequest } from '../../../contracts/role-request.ts';
import type { RoleRequestId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { paths } from '../../paths.ts';
import { session } from '../../session/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, RetryAlert } from '../../ui/message.tsx';
import { formatDay, formatMoment } from '../../ui/number-words.ts';
import { Page } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import typography from '../../ui/typography.module.css';
import { useAction } from '../../ui/use-action.ts';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { WordsSheet } from '../../ui/words-sheet.tsx';
import { answerRoleRequest, loadRoleRequests, roleRequests } from './account-role-requests.ts';
import { useRoleRequests } from './role-request-part.tsx';
import styles from './roles.module.css';
import { roleStrings } from './roles-words.ts';

const words = roleStrings.requests;

/** The open requests for the role editor, for the site's admins; other people are redirected to the maps screen. */
export function RequestsScreen() {
  const { user } = useSnapshot(session);
  const isAnswerer = user !== null && mayAnswerRoleRequests(user.role);
  useRoleRequests(isAnswerer);
  if (!isAnswerer) return <Navigate to={paths.parcours} replace />;
  return (
    <Page title={roleStrings.requests.title} back={{ to: paths.home, label: strings.app.back }}>
      <RequestList />
    </Page>
  );
}

/** The open requests with their two answers. Those answered here stay until the screen is left. */
function RequestList() {
  const { open, openCount, status, failure } = useSnapshot(roleRequests);
  const { rows, answer } = useAnswered(open);
  if (rows.length === 0 && (status === 'idle' || status === 'loading')) {
    return (
      <div className={layout.loading}>
        <Spinner size={28} label={words.loading} />
      </div>
    );
  }
  const hidden = openCount - open.length;
  return (
    <div className={layout.stack4}>
      {status === 'failed' ? (
        <RetryAlert onRetry={loadRoleRequests}>{words.failed(wordsFor(failure))}</RetryAlert>
      ) : null}
      {open.length > 0 ? <Hint breaks>{words.lead}</Hint> : null}
      {rows.length === 0 && status === 'ready' ? (
        <EmptyState icon={<Inbox size={26} />} title={words.none} hint={words.noneHint} />
      ) : null}
      <ul className={styles.requests}>
        {rows.map(({ request, outcome }) => (
          <RequestCard
            key={request.id}
            request={request}
            outcome={outcome}
            onAnswer={(given, said) => answer(request, given, said)}
          />
        ))}
      </ul>
      {hidden > 0 ? <Hint breaks>{words.more(hidden)}</Hint> : null}
    </div>
  );
}

interface RequestCardProps {
  readonly request: RoleRequest;
  readonly outcome: string | null;
  /** Sends an answer, whose effect is `outcome`. */
  readonly onAnswer: (answer: RoleAnswer, outcome: string) => Promise<void>;
}

/** A request for the role editor: the person, the map and the reason, with the two answers, or the outcome of one. */
function RequestCard({ request, outcome, onAnswer }: RequestCardProps) {
  const { account } = request;
  const result = useRef<HTMLParagraphElement>(null);
  const heir = useFocusHeir(() => result.current);
  const [isRefusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const { busy, failure, run } = useAction(wordsFor);
  const handleGrant = (): void => {
    void run(() => onAnswer({ answer: 'granted' }, words.granted(account.name)));
  };
  return (
    <li className={layout.panel} {...heir}>
      <div className={layout.row}>
        <Avatar name={account.name} picture={account.picture} sizePx={44} />
        <div className={styles.who}>
          <h2 className={styles.name}>{account.name}</h2>
          <Hint breaks>{account.email}</Hint>
        </div>
      </div>
      <p className={layout.lines}>
        <MapOf map={request.map} />
        <Hint inline breaks>
          {words.asked(formatMoment(Date.parse(request.askedAt), 'medium'))}
        </Hint>
      </p>
      {request.words === null ? null : <blockquote className={typography.quote}>{request.words}</blockquote>}
      {failure === null ? null : <Alert>{failure}</Alert>}
      <div className={styles.answers}>
        {outcome !== null ? null : (
          <>
            <Button busy={busy} aria-label={words.grantOne(account.name)} onClick={handleGrant}>
              {words.grant}
            </Button>
            <Button
              variant="secondary"
              aria-haspopup="dialog"
              aria-label={words.refuseOne(account.name)}
              onClick={() => (busy ? undefined : setRefusing(true))}
            >
              {words.refuse}
            </Button>
          </>
        )}
        {/* Mounted in advance: only later changes are announced. An open dialog hides all that isn't `aria-live`. */}
        <p ref={result} role="status" aria-live="polite" tabIndex={-1} className={styles.outcome}>
          {outcome}
        </p>
      </div>
      {isRefusing ? (
        <WordsSheet
          title={words.refusal(account.name)}
          lead={words.refusalLead(ROLE_REQUEST_PAUSE_DAYS)}
          label={words.reason}
          text={reason}
          maxLength={ROLE_REQUEST_WORDS_MAX}
          onChange={setReason}
          submit={words.refuse}
          onSubmit={() => onAnswer({ answer: 'refused', words: reason }, words.refused(account.name))}
          wordsFor={wordsFor}
          onClose={() => setRefusing(false)}
        />
      ) : null}
    </li>
  );
}

function MapOf({ map }: { readonly map: RoleRequest['map'] }) {
  if (map === null) return <span>{words.noMap}</span>;
  const { name, privilege, memberSince } = map;
  const isMember = privilege !== null && memberSince !== null;
  return (
    <>
      <span>{words.map(name)}</span>
      <span>{isMember ? words.member(privilege, formatDay(Date.parse(memberSince))) : words.left}</span>
    </>
  );
}

/** A listed request, and the outcome of its answer on this screen; null before. */
interface Row {
  readonly request: RoleRequest;
  readonly outcome: string | null;
}

/** Returns the open requests with those answered meanwhile, oldest first, and `answer`, which throws as `call` does. */
function useAnswered(open: readonly RoleRequest[]) {
  const [answered, setAnswered] = useState<ReadonlyMap<RoleRequestId, Row>>(new Map());
  const others = open.filter(({ id }) => !answered.has(id)).map((request): Row => ({ request, outcome: null }));
  const rows = [...answered.values(), ...others];
  // Ids of requests increase with time.
  rows.sort((one, other) => one.request.id - other.request.id);

  const answer = async (request: RoleRequest, given: RoleAnswer, outcome: string): Promise<void> => {
    const { id } = request;
    // Before the call, so that the row remains when the request leaves the list of open ones, which happens first.
    setAnswered((rest) => new Map(rest).set(id, { request, outcome: null }));
    try {
      const counts = await answerRoleRequest(id, given);
      const said = counts ? outcome : roleStrings.requests.answeredByOther;
      setAnswered((rest) => new Map(rest).set(id, { request, outcome: said }));
    } catch (error) {
      setAnswered((rest) => new Map([...rest].filter(([other]) => other !== id)));
      throw error;
    }
  };
  return { rows, answer };
}
