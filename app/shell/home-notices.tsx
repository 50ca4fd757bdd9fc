import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { accountNews, noteGrantTold } from '../account/profile.ts';
import { roleStrings } from '../account/roles/roles-words.ts';
import { legalStrings } from '../legal/legal-words.ts';
import { messageStrings } from '../moderation/messages/messages-words.ts';
import { followMessages, messages } from '../moderation/messages/moderation-messages.ts';
import { openPackSheet } from '../packs/packs.ts';
import { packStrings as words } from '../packs/packs-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { paths } from '../paths.ts';
import { inScope } from '../platform/scope.ts';
import { hasOlderTerms } from '../session/given-consents.ts';
import { session } from '../session/session.ts';
import { type PackNews, packNews, takePackNews } from './pack-offer.ts';

/** Loads messages now and on each return, and shows a notice of new ones. @param isOn false for people who get none */
export function useMessageNotice(isOn: boolean): void {
  const navigate = useNavigate();
  const { list } = useSnapshot(messages);
  const told = useRef(0);
  const fresh = list.filter(({ isNew }) => isNew);
  const newest = fresh[0]?.id ?? 0;
  useEffect(() => {
    if (!isOn) return;
    return inScope((scope) => followMessages(scope));
  }, [isOn]);
  useEffect(() => {
    if (newest <= told.current) return;
    told.current = newest;
    showNotice(messageStrings.fresh(fresh.length), {
      tone: 'info',
      action: { label: messageStrings.show, run: () => void navigate(paths.drops) },
    });
  }, [newest, fresh.length, navigate]);
}

/** Shows a notice once the account allows the editor's tools. */
export function useGrantNotice(): void {
  const { isGrantUntold } = useSnapshot(accountNews);
  useEffect(() => {
    if (!isGrantUntold) return;
    showNotice(roleStrings.request.granted);
    noteGrantTold();
  }, [isGrantUntold]);
}

/** Shows notices of what a walker has to be told about the pack in use, with a button for the pack. */
export function usePackNotices(): void {
  const { untold } = useSnapshot(packNews);
  useEffect(() => {
    if (untold.length > 0) takePackNews().forEach(showPackNews);
  }, [untold]);
}

/** Shows one notice of {@link usePackNotices}. */
export function showPackNews({ kind, parcoursId, name }: PackNews): void {
  const text = { lost: words.walkLost, damaged: words.walkDamaged, weak: () => words.weakLine }[kind](name);
  const label = kind === 'damaged' ? words.repair : words.download;
  showNotice(text, { tone: 'info', action: { label, run: () => openPackSheet(parcoursId) } });
}

/**
 * Tells people who accepted earlier terms, once per page load, that they have changed; not on the terms screen, which
 * asks itself. Renders nothing.
 */
export function TermsChanged() {
  const { user } = useSnapshot(session);
  const navigate = useNavigate();
  const isOlder = hasOlderTerms(user);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating elsewhere must not say it again.
  useEffect(() => {
    if (!isOlder || location.pathname === paths.terms) return;
    const { changed, read } = legalStrings.newTerms;
    showNotice(changed, { tone: 'info', action: { label: read, run: () => navigate(paths.terms) } });
  }, [isOlder]);
  return null;
}
