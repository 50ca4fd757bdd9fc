import { Mail } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { INVITE_MAILS_MAX } from '../../../contracts/limits.ts';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { ApiError } from '../../platform/net/api.ts';
import { loadConfig } from '../../platform/net/app-config.ts';
import { onVisible } from '../../platform/page/page-events.ts';
import { inScope } from '../../platform/scope.ts';
import { session } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, Notice } from '../../ui/message.tsx';
import { formatDay } from '../../ui/number-words.ts';
import { OptionCards } from '../../ui/option-cards.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useAction, useLoad } from '../../ui/use-action.ts';
import { paneStrings, privilegeOptions } from '../panes-words.ts';
import { readAddresses } from './address-list.ts';
import { invitations, type MailedPrivilege, mailInvites, prepareInvitation } from './invitations.ts';
import styles from './invite-maker.module.css';
import { mailInviteStrings } from './mail-invite-words.ts';

const words = mailInviteStrings;

/** Loaded when the dialog opens: few people mail invitations. */
const loadAccountSecurity = () => import('../../account/security/account-security.ts');

/** A button to invite a list of addresses to a parcours, where the site sends mails; for those who manage the parcours. */
export function MailInvites({
  parcoursId,
  offers,
}: {
  readonly parcoursId: ParcoursId;
  /** The privileges that may be granted, from highest to lowest. */
  readonly offers: readonly Privilege[];
}) {
  const { value: config } = useLoad(loadConfig);
  const [isOpen, setOpen] = useState(false);
  const mailed = offers.filter((offer) => offer !== 'admin');
  if (config?.sendsMail !== true || mailed.length === 0) return null;
  return (
    <>
      <Button
        wide
        variant="secondary"
        icon={<Mail size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {words.open}
      </Button>
      {isOpen ? <MailInvitesSheet parcoursId={parcoursId} offers={mailed} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function MailInvitesSheet({
  parcoursId,
  offers,
  onClose,
}: {
  readonly parcoursId: ParcoursId;
  readonly offers: readonly MailedPrivilege[];
  readonly onClose: () => void;
}) {
  // A text field that is rendered later than its input moves the caret to the end.
  const known = useSnapshot(invitations, { sync: true });
  const [text, wanted] = known.parcoursId === parcoursId ? [known.addresses, known.chosen] : ['', null];
  // The link may be chosen to give a privilege that no mail gives.
  const chosen = offers.find((offer) => offer === wanted) ?? offers.at(-1);
  const setText = (addresses: string): void => prepareInvitation(parcoursId, { addresses });
  const { isVerified, setVerified } = useVerified();
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const { busy, failure, setFailure, run } = useAction(wordsForSending);
  const alertId = useId();
  const list = readAddresses(text);
  const count = list.read.length;

  const handleSend = async (): Promise<void> => {
    if (chosen === undefined) return;
    if (count === 0) return setFailure(words.none);
    if (count > INVITE_MAILS_MAX) return setFailure(words.tooMany(count));
    await run(async () => {
      const label = words.label(formatDay(Date.now()));
      const sent = await mailInvites(parcoursId, chosen, list.read, label).catch((error: unknown) => {
        if (codeOf(error) === 'address_unverified') setVerified(false);
        throw error;
      });
      if (sent.mailed > 0) showNotice(words.sent(sent.mailed));
      setText(list.wrong.join('\n'));
      if (sent.skipped.length + list.wrong.length === 0) return onClose();
      setSkipped(sent.skipped);
    });
  };

  return (
    <Sheet onClose={() => (busy ? undefined : onClose())} title={words.open} description={words.lead}>
      <div className={layout.stack4}>
        {isVerified ? null : <VerifyFirst />}
        <div>
          <TextArea
            label={words.addresses}
            value={text}
            rows={5}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            inputMode="email"
            invalid={failure !== null && (count === 0 || count > INVITE_MAILS_MAX)}
            describedBy={alertId}
            onChange={({ target }) => {
              setText(target.value);
              setFailure(null);
            }}
          />
          {text.trim() === '' ? <Hint breaks>{words.addressesHint}</Hint> : null}
          <div role="status">
            {count === 0 ? null : <Hint breaks>{words.describe(list)}</Hint>}
            {list.wrong.length === 0 ? null : (
              <>
                <Hint breaks>{words.wrong(list.wrong.length)}</Hint>
                <Listed items={list.wrong} />
              </>
            )}
          </div>
        </div>
        <OptionCards
          label={paneStrings.inviteAs}
          options={privilegeOptions(offers)}
          chosen={chosen}
          disabled={busy}
          onChoose={(option) => prepareInvitation(parcoursId, { chosen: option })}
        />
        {skipped.length === 0 ? null : (
          <Notice>
            <p>{words.skipped(skipped.length)}</p>
            <Listed items={skipped} />
          </Notice>
        )}
        {failure === null ? null : <Alert id={alertId}>{failure}</Alert>}
        <Button wide busy={busy} onClick={() => void handleSend()}>
          {words.send(count)}
        </Button>
      </div>
    </Sheet>
  );
}

/** Whether the person's own address is verified, asked again whenever the page is shown; true until it is known. */
function useVerified() {
  const [isVerified, setVerified] = useState(true);
  useEffect(
    () =>
      inScope((scope) => {
        const ask = async (): Promise<void> => {
          const { loadSecurity, security } = await loadAccountSecurity();
          await loadSecurity();
          if (security.account !== null && !scope.disposed) setVerified(security.account.mayMailInvites);
        };
        // Without an answer, the server's refusal says it.
        const askQuietly = (): void => void ask().catch(() => {});
        onVisible(scope, askQuietly);
        askQuietly();
      }),
    [],
  );
  return { isVerified, setVerified };
}

/** Says that the person's own address has to be verified first, and mails the link for it. */
function VerifyFirst() {
  const { user } = useSnapshot(session);
  const [isSent, setSent] = useState(false);
  const { busy, failure, run } = useAction(wordsFor);
  return (
    <div className={layout.stack3}>
      <Notice>{isSent && user !== null ? words.verifySent(user.email) : words.unverified}</Notice>
      {failure === null ? null : <Alert>{failure}</Alert>}
      <Button
        wide
        variant="secondary"
        busy={busy}
        onClick={() =>
          void run(async () => {
            await (await loadAccountSecurity()).requestVerification();
            setSent(true);
          })
        }
      >
        {isSent ? words.verifyAgain : words.verify}
      </Button>
    </div>
  );
}

function Listed({ items }: { readonly items: readonly string[] }) {
  return (
    <ul className={styles.addresses}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function codeOf(error: unknown): string | null {
  return error instanceof ApiError ? error.code : null;
}

function wordsForSending(error: unknown): string {
  const code = codeOf(error);
  if (code === 'address_unverified') return words.notYet;
  if (code === 'mail_not_configured') return words.noMail;
  return code === 'too_many_requests' ? words.enough : wordsFor(error);
}
