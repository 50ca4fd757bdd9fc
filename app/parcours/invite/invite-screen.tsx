import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { Privilege } from '../../../contracts/vocabulary.ts';
import { guestStrings } from '../../account/guests-words.ts';
import { wordsFor } from '../../page/error-words.ts';
import { chooseLanguage, languageChoice } from '../../page/language.ts';
import { languageOptions, languageStrings } from '../../page/language-words.ts';
import { paths } from '../../paths.ts';
import { ApiError } from '../../platform/net/api.ts';
import { checkSession, session, settleSession } from '../../session/session.ts';
import { lookAtWaitingInvite, type WaitingInvite } from '../../session/waiting-invite.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { LanguageChoice } from '../../ui/language-choice.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Alert } from '../../ui/message.tsx';
import { useArrivalFocus } from '../../ui/use-arrival-focus.ts';
import { acceptInvite, decideInvite, isFinal, storeInvite } from './invite.ts';
import styles from './invite-screen.module.css';
import { inviteStrings } from './invite-words.ts';

/**
 * Accepts an invitation link, with a new guest account if nobody is logged in, and opens the parcours screen. Until then it
 * shows the parcours.
 *
 * @param invited the parcours, or null for none; by default the one in the page.
 */
export function InviteScreen({ invited }: { readonly invited?: Invited | null }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { user } = useSnapshot(session);
  const [failure, setFailure] = useState<{ words: string; mayRetry: boolean } | null>(null);
  const [needsAccount, setNeedsAccount] = useState(false);
  const isRunning = useRef(false);
  const words = inviteStrings;
  const tokenInLink = search.get('token');
  const privilege = Privilege.safeParse(search.get('privilege')).data ?? null;

  const accept = useCallback(async () => {
    // The effect may run twice, and one link must not create two guests.
    if (isRunning.current) return;
    isRunning.current = true;
    setFailure(null);
    try {
      const token = storeInvite(tokenInLink);
      const step = decideInvite({ token, privilege }, await settleSession());
      if (token === null || step === 'nothing') return setFailure({ words: words.noToken, mayRetry: false });
      if (step === 'login') return navigate(paths.login, { replace: true });
      await acceptInvite(token).catch((error: unknown) => {
        // A guest whose account no longer exists gets a new one.
        if (isUnauthenticated(error) && session.ended === 'visit' && privilege === 'guest') return acceptInvite(token);
        throw error;
      });
      navigate(paths.parcours, { replace: true });
    } catch (error) {
      // The session has ended; the invitation stays stored for the next login.
      if (isUnauthenticated(error)) return navigate(paths.login, { replace: true });
      if (error instanceof ApiError && error.code === 'account_needed') {
        // The login screen gives the reason as well.
        return checkSession() ? setNeedsAccount(true) : navigate(paths.login, { replace: true });
      }
      setFailure({ words: wordsFor(error), mayRetry: !isFinal(error) });
    } finally {
      isRunning.current = false;
    }
  }, [tokenInLink, privilege, navigate]);

  useEffect(() => {
    accept();
  }, [accept]);

  if (needsAccount) return <AccountNeeded />;
  return (
    <InviteFrame title={words.processing} lang="en" isBusy={failure === null} invited={invited}>
      {failure === null ? null : (
        <InviteFailure
          words={failure.words}
          onRetry={failure.mayRetry ? accept : null}
          way={user ? words.toMaps : words.toLogin}
          onLeave={() => navigate(user ? paths.parcours : paths.login, { replace: true })}
        />
      )}
    </InviteFrame>
  );
}

function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Tells a guest why an invitation needs an account, with a link to sign up or log in; the invitation waits. */
function AccountNeeded() {
  const navigate = useNavigate();
  const [invite, setInvite] = useState<WaitingInvite>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const words = guestStrings;
  useEffect(() => {
    lookAtWaitingInvite().then(setInvite, (error: unknown) => setFailure(wordsFor(error)));
  }, []);
  if (failure !== null) {
    return (
      <InviteFrame title={inviteStrings.processing} lang="en">
        <InviteFailure
          words={failure}
          onRetry={null}
          way={inviteStrings.toMaps}
          onLeave={() => navigate(paths.parcours, { replace: true })}
        />
      </InviteFrame>
    );
  }
  return (
    <InviteFrame title={words.needed}>
      <div className={styles.reason}>
        <p>{invite === null ? strings.errors.accountNeeded : words.reason(invite.name, invite.privilege)}</p>
        {invite === null ? null : <p className={styles.lead}>{words.from(invite.inviter)}</p>}
        <p className={styles.lead}>{words.follows}</p>
      </div>
      <div className={styles.choices}>
        <Button wide onClick={() => navigate(paths.createAccount)}>
          {words.signUp}
        </Button>
        <Button wide variant="secondary" onClick={() => navigate(paths.login)}>
          {words.logIn}
        </Button>
        <Button wide variant="quiet" onClick={() => navigate(paths.parcours, { replace: true })}>
          {words.later}
        </Button>
      </div>
    </InviteFrame>
  );
}

/**
 * The frame of an invitation's screens: the logo, a heading, which takes the focus, the content, the parcours, and
 * the languages.
 *
 * @param lang of the title, if it is not the page's.
 * @param isBusy work is in progress: the logo moves.
 * @param invited the parcours, or null for none; by default the one in the page.
 */
function InviteFrame({
  title,
  lang,
  isBusy = false,
  invited = readInvited(),
  children,
}: {
  readonly title: string;
  readonly lang?: string;
  readonly isBusy?: boolean;
  readonly invited?: Invited | null | undefined;
  readonly children: ReactNode;
}) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  const { pending } = useSnapshot(languageChoice);
  return (
    <main id="main" className={styles.screen}>
      <Logo heightPx={72} waves={isBusy} />
      <h1 ref={heading} tabIndex={-1} lang={lang} className={styles.title}>
        {title.split(HEART).map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places.
          <Fragment key={index}>
            {index === 0 ? null : <abbr title={inviteStrings.heart}>{HEART}</abbr>}
            {text}
          </Fragment>
        ))}
      </h1>
      {isBusy ? (
        <p role="status" className={styles.lead}>
          {strings.app.loading}
        </p>
      ) : null}
      {children}
      {invited === null ? null : (
        <section className={styles.invited}>
          <h2 className={styles.name}>{invited.name}</h2>
          <p className={styles.lead}>{invited.description}</p>
        </section>
      )}
      <LanguageChoice
        label={languageStrings.label}
        options={languageOptions}
        pending={pending}
        onChoose={(language) => void chooseLanguage(language)}
      />
    </main>
  );
}

/** Shows why an invitation doesn't work, and how to continue. */
function InviteFailure({
  words,
  onRetry,
  way,
  onLeave,
}: {
  readonly words: string;
  /** Null if another attempt is useless. */
  readonly onRetry: (() => void) | null;
  /** Label of the button for `onLeave`. */
  readonly way: string;
  readonly onLeave: () => void;
}) {
  return (
    <div className={styles.failure}>
      <Alert>{words}</Alert>
      <div className={styles.acts}>
        {onRetry === null ? null : <Button onClick={onRetry}>{strings.app.retry}</Button>}
        <Button variant={onRetry === null ? 'primary' : 'secondary'} onClick={onLeave}>
          {way}
        </Button>
      </div>
    </div>
  );
}

/** Stands for a word, in the specification's title of this screen. */
const HEART = '<3';

/** The parcours of the page's invitation. */
export interface Invited {
  readonly name: string;
  readonly description: string;
}

/**
 * Reads the parcours that the server put into an invitation's page: a mark on the root, and the texts of the link's
 * card in the head (`server/http/app-page.ts`). Null for other pages, and if the server found no such invitation.
 */
function readInvited(): Invited | null {
  if (typeof document === 'undefined' || document.getElementById('root')?.dataset.invited === undefined) return null;
  const read = (property: string): string =>
    document.querySelector<HTMLMetaElement>(`meta[property="${property}"]`)?.content ?? '';
  return { name: read('og:title'), description: read('og:description') };
}
