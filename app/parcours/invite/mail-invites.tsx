import { Mail } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { INVITE_MAILS_MAX } from '../../../contracts/limits.ts';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { ApiError } from '../../platform/net/api.ts';
import { loadConfig } from '../../platform/net/app-config.ts';
import { randomKey } from '../../platform/page/random.ts';
import { formatDay } from '../../platform/page/time.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, Notice } from '../../ui/message.tsx';
import { OptionCards } from '../../ui/option-cards.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useAction, useLoad } from '../../ui/use-action.ts';
import { paneStrings, privilegeOptions } from '../panes-words.ts';
import { readAddresses } from './address-list.ts';
import { type MailedPrivilege, mailInvites } from './invitations.ts';
import styles from './invite-maker.module.css';
import { mailInviteStrings } from './mail-invite-words.ts';

const words = mailInviteStrings;

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
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(offers.at(-1));
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const { busy, failure, setFailure, run } = useAction(wordsForSending);
  const alertId = useId();
  /** The last request without an answer: the same one again is a retry. */
  const attempt = useRef({ content: '', key: '' });
  const list = readAddresses(text);
  const count = list.read.length;

  const handleSend = async (): Promise<void> => {
    if (chosen === undefined) return;
    if (count === 0) return setFailure(words.none);
    if (count > INVITE_MAILS_MAX) return setFailure(words.tooMany(count));
    await run(async () => {
      const label = words.label(formatDay(Date.now()));
      const content = JSON.stringify([chosen, list.read, label]);
      if (attempt.current.content !== content) attempt.current = { content, key: randomKey() };
      const sent = await mailInvites(parcoursId, chosen, list.read, label, attempt.current.key);
      attempt.current = { content: '', key: '' };
      if (sent.mailed > 0) showNotice(words.sent(sent.mailed));
      if (sent.skipped.length + list.wrong.length === 0) return onClose();
      setSkipped(sent.skipped);
      setText(list.wrong.join('\n'));
    });
  };

  return (
    <Sheet onClose={() => (busy ? undefined : onClose())} title={words.open} description={words.lead}>
      <div className={layout.stack4}>
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
          onChoose={setChosen}
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

function Listed({ items }: { readonly items: readonly string[] }) {
  return (
    <ul className={styles.addresses}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function wordsForSending(error: unknown): string {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'address_unverified') return words.unverified;
  if (code === 'mail_not_configured') return words.noMail;
  return code === 'too_many_requests' ? words.enough : wordsFor(error);
}
