import type { ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import { notices } from '../../../app/page/notice-queue.ts';
import { session } from '../../../app/session/session.ts';
import { useGrantNotice } from '../../../app/shell/home-notices.tsx';
import { NoticeStack } from '../../../app/shell/notice-stack.tsx';
import type { User } from '../../../contracts/user.ts';
import { forgetSession } from './forget-session.ts';
import { freshRoot } from './react-root.ts';

/**
 * Gives each test of the calling file a page of its own, and ends it with its session, notices and calls.
 *
 * @returns shows `content` to `user` at a path, with the app's notices.
 */
export function setUpRolePage(): (user: User, content: ReactNode, path?: string) => void {
  let root: Root;
  beforeEach(() => {
    root = freshRoot();
  });
  afterEach(() => {
    root.unmount();
    forgetSession();
    session.user = null;
    notices.shown = [];
    vi.unstubAllGlobals();
  });
  return (user, content, path = '/') => {
    session.user = user;
    root.render(
      <MemoryRouter initialEntries={[path]}>
        <main>{content}</main>
        <Notices />
      </MemoryRouter>,
    );
  };
}

function Notices() {
  useGrantNotice();
  return <NoticeStack />;
}
