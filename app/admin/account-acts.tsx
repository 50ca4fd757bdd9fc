import { Gauge, KeyRound, MailCheck, ScrollText, UserCog } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { type AdminAccount, GIVEN_ROLES, type GivenRole } from '../../contracts/overview.ts';
import { refreshAccount } from '../account/profile.ts';
import { wordsFor } from '../page/error-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { ApiError } from '../platform/net/api.ts';
import { loadConfig } from '../platform/net/app-config.ts';
import { absoluteUrl, copyText } from '../platform/page/share.ts';
import { session } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import layout from '../ui/layout.module.css';
import { Alert, Notice } from '../ui/message.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { OptionCards } from '../ui/option-cards.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAction, useLoad } from '../ui/use-action.ts';
import { accountStrings, roleNames } from './account-words.ts';
import { makeResetLink, setRole, vouchForAddress } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';
import { QuotaSheet } from './quota-sheet.tsx';

const words = accountStrings;

type AccountDialog = 'role' | 'link' | 'verify' | 'quota';

/** What the site's admins do with an account: a menu, and its dialogs. `onChange` takes what became of the account. */
export function AccountMenu({
  account,
  onChange,
}: {
  readonly account: AdminAccount;
  readonly onChange: (change: Partial<AdminAccount>) => void;
}) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<AccountDialog | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const { id, name, email } = account;
  const handleClose = (): void => setDialog(null);
  return (
    <>
      <MoreMenu
        label={words.options(name)}
        acts={[
          { label: words.role.change, Icon: UserCog, act: () => setDialog('role') },
          { label: words.link.send, Icon: KeyRound, act: () => setDialog('link') },
          !account.emailVerified && { label: words.verify.act, Icon: MailCheck, act: () => setDialog('verify') },
          { label: adminStrings.quota.change, Icon: Gauge, act: () => setDialog('quota') },
          {
            label: words.auditLog,
            Icon: ScrollText,
            act: () => void navigate(`?rubrique=journal&compte=${id}`),
          },
        ]}
      />
      {dialog === 'role' ? (
        <RoleSheet account={account} onSet={(role) => onChange({ role })} onClose={handleClose} />
      ) : null}
      {dialog === 'quota' ? <QuotaSheet account={account} onSet={onChange} onClose={handleClose} /> : null}
      {dialog === 'link' ? <LinkDialog account={account} onMade={setLink} onClose={handleClose} /> : null}
      {dialog === 'verify' ? (
        <ConfirmDialog
          words={words.verify.question(email)}
          variant="primary"
          onConfirm={async () => {
            await vouchForAddress(id);
            onChange({ emailVerified: true });
            showNotice(words.verify.done(email));
          }}
          onClose={handleClose}
          wordsFor={wordsForAct}
        />
      ) : null}
      {link === null ? null : <PasswordLinkSheet name={name} link={link} onClose={() => setLink(null)} />}
    </>
  );
}

function LinkDialog({
  account: { id, name, email },
  onMade,
  onClose,
}: {
  readonly account: AdminAccount;
  /** Takes the link to pass on; null if a mail brings it. */
  readonly onMade: (link: string | null) => void;
  readonly onClose: () => void;
}) {
  const { value: config } = useLoad(loadConfig);
  return (
    <ConfirmDialog
      words={words.link.question(name, email, config?.sendsMail ?? true)}
      variant="primary"
      onConfirm={async () => {
        const { link } = await makeResetLink(id);
        onMade(link);
        if (link === null) showNotice(words.link.sent(email));
      }}
      onClose={onClose}
      wordsFor={wordsForAct}
    />
  );
}

/** Says why an act failed, in the words of this screen: 'the last admin' is the site's, and not a map's. */
export function wordsForAct(error: unknown): string {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'last_admin') return words.role.last;
  if (code === 'mail_not_configured') return words.link.noMail;
  return code === 'email_taken' ? words.make.taken : wordsFor(error);
}

/** The roles as options, with what each allows. */
export function roleOptions() {
  return GIVEN_ROLES.map((role) => ({ value: role, label: roleNames[role], hint: words.role.texts[role] }));
}

function RoleSheet({
  account: { id, name, role },
  onSet,
  onClose,
}: {
  readonly account: AdminAccount;
  readonly onSet: (role: GivenRole) => void;
  readonly onClose: () => void;
}) {
  const { user } = useSnapshot(session);
  const [chosen, setChosen] = useState(GIVEN_ROLES.find((given) => given === role));
  const { busy, failure, run } = useAction(wordsForAct);
  const handleSave = async (): Promise<void> => {
    if (chosen === undefined || chosen === role) return onClose();
    await run(async () => {
      await setRole(id, chosen);
      onSet(chosen);
      onClose();
      showNotice(words.role.done(name, chosen));
      if (user?.id === id) await refreshAccount();
    });
  };
  return (
    <Sheet onClose={() => (busy ? undefined : onClose())} title={words.role.of(name)} description={words.role.lead}>
      <div className={layout.stack4}>
        <OptionCards
          label={words.role.of(name)}
          options={roleOptions()}
          chosen={chosen}
          disabled={busy}
          onChoose={setChosen}
        />
        {user?.id === id && chosen !== 'admin' ? <Notice>{words.role.lowersYou}</Notice> : null}
        {failure === null ? null : <Alert>{failure}</Alert>}
        <Button wide busy={busy} onClick={() => void handleSave()}>
          {words.role.save}
        </Button>
      </div>
    </Sheet>
  );
}

/** Shows a link to choose a password, where the site can't mail it. */
export function PasswordLinkSheet({
  name,
  link,
  onClose,
}: {
  readonly name: string;
  readonly link: string;
  readonly onClose: () => void;
}) {
  const url = absoluteUrl(link);
  const [isCopied, setCopied] = useState<boolean | null>(null);
  return (
    <Sheet onClose={onClose} title={words.link.passOn(name)} description={words.link.passOnLead}>
      <div className={layout.stack4}>
        <TextField
          label={words.link.field}
          value={url}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        {isCopied === false ? <Alert>{words.link.copyFailed}</Alert> : null}
        <Button wide onClick={() => void copyText(url).then(setCopied)}>
          {isCopied === true ? words.link.copied : words.link.copy}
        </Button>
      </div>
    </Sheet>
  );
}
