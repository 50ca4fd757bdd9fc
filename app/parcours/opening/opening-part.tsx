import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { FORMER_SLUGS_MAX } from '../../../contracts/limits.ts';
import {
  embedPath,
  embedSnippet,
  feedPath,
  publicPath,
  SLUG_MAX,
  Slug,
  slugOf,
  type Visibility,
} from '../../../contracts/open-parcours.ts';
import type { Parcours } from '../../../contracts/parcours.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { ApiError } from '../../platform/net/api.ts';
import { absoluteUrl } from '../../platform/page/share.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { OptionCards } from '../../ui/option-cards.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { LinkField } from '../invite/link-field.tsx';
import { setOpening } from '../parcours-list.ts';
import { openingStrings as words } from './opening-words.ts';

/** The address begins like this. */
const START = publicPath('' as Slug);

const OPTIONS = ['members', 'link', 'catalogue'] as const;

/** Chooses who may listen to a parcours without an account, and at which address, for its admins. */
export function OpeningPart({ map }: { readonly map: Pick<Parcours, 'id' | 'name' | 'opening'> }) {
  const { visibility: before, slug: kept = null } = map.opening ?? { visibility: null };
  const [chosen, setChosen] = useState<Visibility | null>(before);
  const [written, setWritten] = useState<string>(kept ?? slugOf(map.name));
  const failureId = useId();
  const { busy, failure, setFailure, run } = useAction(wordsOf);
  const isChanged = chosen !== before || (chosen !== null && written !== kept);

  const handleSave = (): void => {
    const slug = chosen === null ? null : Slug.safeParse(written.trim().toLowerCase());
    if (slug?.success === false) {
      setFailure(words.invalid);
      return;
    }
    void run(async () => {
      await setOpening(map.id, { visibility: chosen, slug: slug === null ? null : slug.data });
      if (slug !== null) setWritten(slug.data);
      showNotice(words.saved);
    });
  };

  return (
    <form
      className={layout.stack3}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        handleSave();
      }}
    >
      <OptionCards
        label={words.who}
        options={OPTIONS.map((value) => ({ value, label: words[value], hint: words[`${value}Hint`] }))}
        chosen={chosen ?? 'members'}
        disabled={busy}
        onChoose={(option) => {
          setChosen(option === 'members' ? null : option);
          setFailure(null);
        }}
      />
      {chosen === null ? (
        before !== null && <Hint breaks>{words.closes}</Hint>
      ) : (
        <>
          {chosen === 'link' && <Hint breaks>{words.unlisted}</Hint>}
          <Hint breaks>{words.becomesPublic}</Hint>
          <TextField
            label={words.address}
            value={written}
            maxLength={SLUG_MAX}
            readOnly={busy}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            invalid={failure !== null}
            describedBy={failureId}
            onChange={({ target }) => {
              setWritten(target.value);
              setFailure(null);
            }}
          />
          <Hint breaks>{words.addressHint(absoluteUrl(START))}</Hint>
          {before !== null && written !== kept ? <Hint breaks>{words.oldAddress(FORMER_SLUGS_MAX)}</Hint> : null}
        </>
      )}
      {failure === null ? null : <Alert id={failureId}>{failure}</Alert>}
      {isChanged ? (
        <Button type="submit" wide busy={busy}>
          {words.save}
        </Button>
      ) : before === null || kept === null ? null : (
        <>
          <LinkField
            label={words.publicLink}
            link={absoluteUrl(publicPath(kept))}
            mapName={map.name}
            hint={words.publicLinkHint}
          />
          <details className={layout.disclosure}>
            <summary>
              <ChevronRight size={18} aria-hidden />
              {words.elsewhere}
            </summary>
            <div className={layout.stack3}>
              <LinkField
                label={words.feed}
                link={absoluteUrl(feedPath(kept))}
                mapName={map.name}
                hint={words.feedHint}
              />
              <LinkField
                isCode
                label={words.frame}
                link={embedSnippet(absoluteUrl(embedPath(kept)), map.name)}
                mapName={map.name}
                hint={words.frameHint}
              />
            </div>
          </details>
        </>
      )}
    </form>
  );
}

function wordsOf(error: unknown): string {
  return error instanceof ApiError && error.code === 'conflict' ? words.taken : wordsFor(error);
}
