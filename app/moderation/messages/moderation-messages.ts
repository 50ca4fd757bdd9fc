import { proxy } from 'valtio';
import { moderationCalls } from '../../../contracts/calls/moderation-calls.ts';
import type { Message } from '../../../contracts/moderation.ts';
import type { MeasureId } from '../../../contracts/vocabulary.ts';
import { createLoader, type LoadState, notLoaded } from '../../page/load-state.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { onVisible } from '../../platform/page/page-events.ts';
import type { Scope } from '../../platform/scope.ts';
import { session } from '../../session/session.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';

addCalls(moderationCalls);

interface Messages extends LoadState {
  /** Newest first. */
  list: Message[];
}

/** Messages to the person about their content. Changed only in this file. */
export const messages = proxy<Messages>({ ...notLoaded(), list: [] });

const loader = createLoader(messages, { staysReady: true });

/** Loads the messages; does nothing for guests, who have no content. Never rejects. */
export async function loadMessages(): Promise<void> {
  if (session.user === null || session.user.role === 'guest') return;
  await loader.load(
    () => call('listMessages', {}),
    ({ messages: list }) => Object.assign(messages, { list }),
  );
}

/** Loads the messages now and each time the page becomes visible, until `scope` is disposed. */
export function followMessages(scope: Scope): void {
  void loadMessages();
  onVisible(scope, loadMessages);
}

/**
 * Loads the messages as {@link followMessages} does, for the screen that shows them, and notes them as seen; here they
 * stay new until `scope` is disposed.
 */
export function followSeen(scope: Scope): void {
  const look = async (): Promise<void> => {
    await loadMessages();
    // Neither a list that came after the screen was left nor one behind a failure was seen.
    if (!scope.disposed && messages.status === 'ready') await noteSeen();
  };
  void look();
  onVisible(scope, look);
  scope.add(() => {
    messages.list = messages.list.map((message) => ({ ...message, isNew: false }));
  });
}

/** Marks the messages as seen on the server. Never rejects. */
async function noteSeen(): Promise<void> {
  if (!messages.list.some(({ isNew }) => isNew)) return;
  try {
    await call('seeMessages', {});
  } catch {
    // They stay new until the next attempt.
  }
}

/** Answers a message, once. @throws as `call` does; the message stays unchanged */
export async function answerMessage(messageId: MeasureId, words: string): Promise<void> {
  const answered = await call('answerMessage', { params: { messageId }, body: { words } });
  messages.list = messages.list.map((message) =>
    message.id === messageId ? { ...answered, isNew: message.isNew } : message,
  );
}

forgetAtSessionEnd(() => {
  loader.supersede();
  Object.assign(messages, notLoaded(), { list: [] });
});
