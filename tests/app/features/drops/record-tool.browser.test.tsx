import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { RecordingBar, RecordTool } from '../../../../app/features/drops/record-tool.tsx';
import { strings } from '../../../../app/platform/strings.ts';
import { recorder } from '../../../../app/state/recorder.ts';
import { session } from '../../../../app/state/session.ts';
import { UserId } from '../../../../contracts/vocabulary.ts';

const words = strings.record;
const resting = { phase: 'idle', seconds: 0, isInterrupted: false, fault: null, sessionFault: null } as const;
const ana = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };
let root: Root;

beforeEach(() => {
  const container = document.createElement('main');
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => {
  root.unmount();
  Object.assign(recorder, resting);
  session.user = null;
});

function show(state: Partial<typeof recorder>): void {
  Object.assign(recorder, resting, state);
  root.render(<RecordingBar />);
}

describe('the recording that runs', () => {
  it.each([
    ['starting', words.starting],
    ['stopping', words.preparing],
  ] as const)('says that it is %s, with nothing to press', async (phase, said) => {
    show({ phase });
    await expect.element(page.getByText(said).first()).toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });

  it('shows minutes and seconds, with pause and stop, which has the focus', async () => {
    show({ phase: 'recording', seconds: 75.9 });
    await expect.element(page.getByRole('region', { name: words.recording })).toBeVisible();
    await expect.element(page.getByRole('timer')).toHaveTextContent('1:15');
    await expect.element(page.getByRole('button', { name: words.pause })).toBeVisible();
    await expect.element(page.getByRole('button', { name: words.stop })).toHaveFocus();
  });

  it('says that it is paused, and can go on', async () => {
    show({ phase: 'paused', seconds: 3 });
    await expect.element(page.getByRole('region', { name: words.pausedState })).toBeVisible();
    await expect.element(page.getByRole('button', { name: words.resume })).toBeVisible();
  });

  it('says that a call has the microphone, and that there is no session', async () => {
    show({ phase: 'recording', isInterrupted: true, sessionFault: words.noSession });
    await expect.element(page.getByText(words.interrupted)).toBeVisible();
    await expect.element(page.getByText(words.noSession)).toBeVisible();
  });
});

describe('why there is no recording, or no more of it', () => {
  const { refused, missing, taken, unsupported } = words.microphone;
  const { unplugged, diskFull, writeFailed, tooLong, beginFailed, noStore } = words;

  it.each([
    ...[refused, missing, taken, unsupported],
    ...[unplugged, diskFull, writeFailed, tooLong, beginFailed, noStore],
  ])('is said until it is taken away: %s', async (fault) => {
    session.user = ana;
    Object.assign(recorder, { fault });
    root.render(<RecordTool isAway={false} />);
    await expect.element(page.getByRole('alert').getByText(fault)).toBeVisible();
    await page.getByRole('button', { name: strings.app.dismiss }).click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('is nothing that a guest is told', async () => {
    session.user = { ...ana, role: 'guest' };
    Object.assign(recorder, { fault: refused });
    root.render(<RecordTool isAway={false} />);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });
});
