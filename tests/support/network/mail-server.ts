import { SMTPServer } from 'smtp-server';
import { until } from '../until.ts';

/** A mail as the mail server got it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The whole message with its headers. */
  readonly raw: string;
}

/** A real SMTP server in this process, which keeps what it gets. */
export interface MailServer {
  /** Settings of a server that sends its mails here. */
  readonly env: Readonly<Record<'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL', string>>;
  readonly mails: readonly ReceivedMail[];
  /** Resolves with the mails to an address that `matches`, once there are `count` of them. */
  mailsTo(address: string, matches?: (mail: ReceivedMail) => boolean, count?: number): Promise<ReceivedMail[]>;
  stop(): Promise<void>;
}

/** Starts the server on a free port. @param options `refuses`: it takes no recipient */
export async function startMailServer({ refuses = false } = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, callback) => callback(null, { user: 'me' }),
    onRcptTo: ({ address }, _session, callback) =>
      callback(refuses ? new Error(`There is no mailbox ${address}`) : null),
    onData: (stream, { envelope }, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push(readMail(Buffer.concat(chunks).toString('utf8'), from, envelope.rcptTo));
        callback();
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const listening = server.server.address();
  if (listening === null || typeof listening === 'string') throw new Error('Expected a port');
  return {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${listening.port}`,
      MAIL_FROM: 'Drop ici <bonjour@drop.example>',
      PUBLIC_URL: 'https://drop.example',
    },
    mails,
    mailsTo: async (address, matches = () => true, count = 1) => {
      const found = () => mails.filter((mail) => mail.to.includes(address) && matches(mail));
      await until(() => {
        if (found().length < count) throw new Error(`Expected ${count} mails to ${address}, got ${found().length}`);
      });
      return found();
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The link in a mail. */
export function linkIn({ text }: ReceivedMail): URL {
  return new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '');
}

/** The token of the link in a mail. */
export function tokenIn(mail: ReceivedMail): string {
  return linkIn(mail).hash.slice(1);
}

function readMail(raw: string, from: string, to: readonly { readonly address: string }[]): ReceivedMail {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const header = (name: string): string =>
    new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(head)?.[1]?.replace(/\r\n[ \t]/g, ' ') ?? '';
  const encoding = header('Content-Transfer-Encoding').toLowerCase();
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? decodeQuoted(body)
        : body;
  return { from, to: to.map(({ address }) => address), subject: decodeWords(header('Subject')), text, raw };
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Decodes the words of a header that are not ASCII (RFC 2047). */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?q\?([^?]*)\?=/gi, (_, word: string) => decodeQuoted(word.replaceAll('_', ' ')))
    .replace(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString('utf8'));
}
