import { Copy, Share2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { canShareLinks, copyText, shareLink } from '../../platform/page/share.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import { Alert } from '../../ui/message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { paneStrings, parcoursPanes } from '../panes-words.ts';
import styles from './invite-maker.module.css';

const words = parcoursPanes.sharing;

/** A link to a parcours in a field, or HTML with one, with buttons that copy it and hand a link to the system's share sheet. */
export function LinkField({
  label,
  link,
  mapName,
  hint,
  isCode = false,
  takesFocus = false,
  more,
}: {
  readonly label: string;
  readonly link: string;
  readonly mapName: string;
  readonly hint: string;
  /** Whether it is HTML for another site. */
  readonly isCode?: boolean;
  /** Whether the field takes the focus when it is first shown. */
  readonly takesFocus?: boolean;
  /** Further buttons. */
  readonly more?: ReactNode;
}) {
  const [isCopied, setCopied] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isFirst = useRef(takesFocus);
  // The focused button no longer exists, and on a phone the link is below the visible part.
  useEffect(() => {
    if (isFirst.current) field.current?.focus();
  }, []);

  const handleCopy = async (): Promise<void> => {
    const copied = await copyText(link);
    setCopied(copied);
    setFailure(copied ? null : words.copyFailed);
    if (!copied) field.current?.focus();
  };

  const handleShare = async (): Promise<void> => {
    const outcome = await shareLink({ title: mapName, text: words.message(mapName), url: link });
    setFailure(outcome === 'failed' ? words.shareFailed : null);
  };

  return (
    <>
      <TextField ref={field} label={label} value={link} readOnly onFocus={(event) => event.currentTarget.select()} />
      <Hint breaks>{hint}</Hint>
      {failure !== null && <Alert>{failure}</Alert>}
      <div className={styles.ways}>
        <Button variant="secondary" icon={<Copy size={18} aria-hidden />} onClick={() => void handleCopy()}>
          {isCopied ? (isCode ? paneStrings.codeCopied : paneStrings.copied) : paneStrings.copy}
        </Button>
        {more}
        {!isCode && canShareLinks() && (
          <Button icon={<Share2 size={18} aria-hidden />} onClick={() => void handleShare()}>
            {paneStrings.share}
          </Button>
        )}
      </div>
    </>
  );
}
