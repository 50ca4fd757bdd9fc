import { expect, it, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import type { DraftMaker } from '../../../../app/editor/transcript/draft/draft-makers.ts';
import { TranscriptEditor } from '../../../../app/editor/transcript/transcript-editor.tsx';
import { transcriptStrings as words } from '../../../../app/editor/transcript/transcript-words.ts';
import type { Cue } from '../../../../contracts/web-vtt.ts';
import { missedByTabHere, screenFaultsHere } from '../../../support/accessibility/layout-here.ts';
import { longWav } from '../../../support/audio/long-sounds.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';

const DURATION_S = 60;
const link = URL.createObjectURL(longWav(DURATION_S));
const sound = {
  peaks: [Float32Array.from({ length: 600 }, (_, at) => (at % 50 < 4 ? 0 : 0.5))],
  durationS: DURATION_S,
};
const three: readonly Cue[] = [
  { startMs: 1000, endMs: 3000, text: 'Le pont' },
  { startMs: 3000, endMs: 5000, text: 'La rue du port', isMachine: true },
  { startMs: 7000, endMs: 9000, text: 'La place', voice: 'Ana' },
];

const root = rootPerTest('main');
const list = () => page.getByRole('listbox', { name: words.list });
const text = () => page.getByRole('textbox', { name: words.text });

const noMakers = async () => [];

/** Shows the editor. Returns the cues of its last report, as `start-end text`. */
function edit(first: readonly Cue[] = three, props: Partial<Parameters<typeof TranscriptEditor>[0]> = {}) {
  const onChange = vi.fn<(cues: readonly Cue[]) => void>();
  const given = { first, state: 'draft', sound, link, language: 'fr', fileName: 'pont', onState: () => {} } as const;
  root.render(<TranscriptEditor {...given} makers={noMakers} onChange={onChange} {...props} />);
  return () => onChange.mock.lastCall?.[0].map(({ startMs, endMs, text }) => `${startMs}-${endMs} ${text}`);
}

/** Presses keys in the list of cues. */
async function press(keys: string): Promise<void> {
  await expect.element(list()).toBeVisible();
  list().element().focus();
  await userEvent.keyboard(keys);
}

const selectedRow = () => list().getByRole('option', { selected: true });

it('is worked by the keyboard alone', async () => {
  const last = edit();
  await press('{ArrowDown}{ArrowRight}{ArrowRight}c');
  expect(last()).toEqual(['1000-3000 Le pont', '3000-4000 La rue', '4000-5000 du port', '7000-9000 La place']);
  await press('{ArrowDown}{ArrowRight}d');
  expect(last()?.slice(1, 3)).toEqual(['3000-4000 La rue', '4500-5000 du port']);
  await press('j{Shift>}{ArrowLeft}{/Shift}');
  expect(last()?.slice(1)).toEqual(['3000-4000 La rue', '4400-8900 du port\nAna: La place']);
  await press('{Delete}{Home}{Delete}a');
  expect(last()).toEqual(['1000-3000 ', '3000-4000 La rue']);
  await press('?');
  await expect.element(page.getByRole('dialog', { name: words.keys })).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(last()).toHaveLength(2);
});

it('takes what is typed, splits at the cursor, and undoes words, not letters', async () => {
  const last = edit();
  await press('{Enter}');
  await expect.element(text()).toHaveFocus();
  await userEvent.keyboard('{End} neuf{Enter}');
  await expect.element(text()).toHaveValue('Le pont neuf\n');
  expect(last()?.[0]).toBe('1000-3000 Le pont neuf');
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(text()).toHaveValue('La rue du port');
  await expect.element(text()).toHaveFocus();
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  expect(last()?.slice(1, 3)).toEqual(['3000-3429 La', '3429-5000 rue du port']);
  await userEvent.keyboard('{Control>}zz{/Control}');
  expect(last()).toEqual(['1000-3000 Le pont', '3000-5000 La rue du port', '7000-9000 La place']);
  await expect.element(page.getByRole('button', { name: words.undo })).toBeDisabled();
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(last()?.[0]).toBe('1000-3000 Le pont neuf');
});

it('plays a cue, marks it, and stops at its end', async () => {
  edit([{ startMs: 1000, endMs: 1300, text: 'Le pont' }]);
  const button = await page.getByRole('button', { name: words.play }).findElement();
  // A busy machine looks too seldom to see the moment in which it plays.
  const names: (string | null)[] = [];
  new MutationObserver(() => names.push(button.textContent)).observe(button, { characterData: true, subtree: true });
  await press(' ');
  await expect.poll(() => names).toEqual([words.pause, words.play]);
  await press('f');
  await expect.element(page.getByText(words.span('0:01,0', '0:01,3')).first()).toBeVisible();
});

it('imports plain text by the pauses, and says why it takes no other file', async () => {
  const onState = vi.fn();
  const last = edit([], { state: 'approved', onState });
  await expect.element(page.getByText(words.empty)).toBeVisible();
  await expect.element(propose()).not.toBeInTheDocument();
  const input = page.getByLabelText(words.importFile, { exact: true }).last();
  await userEvent.upload(input, new File(['Un pont.\nUne rue.'], 'pont.txt'));
  await expect.poll(last).toEqual(['400-30000 Un pont.', '30400-60000 Une rue.']);
  await expect.element(page.getByText(words.imported(2, 0))).toBeVisible();
  expect(onState).toHaveBeenCalledExactlyOnceWith('draft');
  await userEvent.upload(input, new File(['\0'], 'pont.vtt'));
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.refused.not_text);
});

it('says what a machine wrote, until somebody has read it', async () => {
  const last = edit();
  await expect.element(page.getByText(words.unread(1))).toBeVisible();
  await press('{ArrowDown}');
  await expect.element(selectedRow()).toHaveTextContent(words.machine);
  await press('r');
  expect(last()).toHaveLength(3);
  await expect.element(page.getByText(words.unread(1))).not.toBeInTheDocument();
});

it('shifts all cues by seconds with a comma, and reports the state', async () => {
  const onState = vi.fn();
  const last = edit(three, { onState });
  await page.getByText(words.shiftAll).click();
  await page.getByLabelText(words.shiftBy).fill('-0,5');
  await page.getByRole('button', { name: words.shift, exact: true }).click();
  expect(last()?.[0]).toBe('500-2500 Le pont');
  await page.getByRole('switch', { name: words.approved }).click();
  expect(onState).toHaveBeenCalledWith('approved');
});

/** The recogniser is replaced: no test runs the browser's, nor a model. */
function makerOf(make: DraftMaker['make']): () => Promise<readonly DraftMaker[]> {
  const maker: DraftMaker = { kind: 'model', isAvailable: async () => ({ downloadBytes: 98_500_000 }), make };
  return async () => [{ ...maker, isAvailable: async () => null }, maker];
}
const propose = () => page.getByRole('button', { name: words.draft.propose });
const heard = (startMs: number, text: string): Cue => ({ startMs, endMs: startMs + 1000, text, isMachine: true });

it('proposes a machine’s draft with its size, and takes it beside corrected cues as one step', async () => {
  const onState = vi.fn();
  const makers = makerOf(async (samples, language, _signal, { cues, progress }) => {
    progress({ stage: 'writing', share: 0.5 });
    cues([heard(1500, 'Le pond'), heard(5500, `${samples.length / 16_000} s, ${language}`)]);
    cues([heard(20_000, 'fin')]);
  });
  const last = edit(three, { makers, state: 'approved', onState });
  await expect.element(page.getByText(words.draft.model(98_500_000))).toBeVisible();
  await propose().click();
  await expect.element(page.getByText(words.draft.added(2))).toBeVisible();
  expect(last()).toEqual(['1000-3000 Le pont', '5500-6500 60 s, fr', '7000-9000 La place', '20000-21000 fin']);
  expect(onState).toHaveBeenCalledExactlyOnceWith('draft');
  await page.getByRole('button', { name: words.undo }).click();
  expect(last()).toEqual(['1000-3000 Le pont', '3000-5000 La rue du port', '7000-9000 La place']);
});

it('shows the progress of a draft, and keeps what was written before it is stopped, or fails', async () => {
  let fail = (_error: Error): void => {};
  const makers = makerOf(async (_samples, _language, signal, { cues, progress }) => {
    progress({ stage: 'download', share: 0.25 });
    cues([heard(10_000, 'un')]);
    await new Promise((_resolve, reject) => {
      fail = reject;
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const last = edit([], { makers });
  await propose().click();
  const bar = page.getByRole('progressbar', { name: words.draft.steps.download });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '25');
  expect(await missedByTabHere()).toEqual([]);
  await page.getByRole('button', { name: words.draft.stop }).click();
  await expect.element(propose()).toHaveFocus();
  expect(last()).toEqual(['10000-11000 un']);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await propose().click();
  await expect.element(bar).toBeVisible();
  fail(new Error('no memory'));
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.draft.failed);
});

it('is whole in small windows, with large text, in both looks and by Tab', async () => {
  edit(three, { makers: makerOf(async () => {}) });
  await expect.element(list()).toBeVisible();
  await expect.element(propose()).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
  expect(await missedByTabHere()).toEqual([]);
});

it('computes no more for five thousand cues than for fifty', async () => {
  const inTicks = await spentMs();
  const least = new Map<string, number>();
  /** What the page's thread computes for one step, which may be several tasks. */
  const measure = async (what: string, run: () => unknown): Promise<void> => {
    const before = await inTicks();
    await run();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    least.set(what, Math.min(least.get(what) ?? Number.POSITIVE_INFINITY, (await inTicks()) - before));
  };
  const press = (key: string, held: KeyboardEventInit = {}): boolean =>
    list()
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }));
  // In turns, and the least of several: others work on this machine, too.
  for (let turn = 0; turn < 6; turn++) {
    const size = turn % 2 === 0 ? 50 : 5000;
    const cues = Array.from({ length: size }, (_, at) => ({
      startMs: at * 700,
      endMs: at * 700 + 600,
      text: `Cue ${at}`,
    }));
    root.render(null);
    await measure(`${size}: open`, () => edit(cues));
    await measure(`${size}: end`, () => press('End'));
    await expect.element(selectedRow()).toHaveTextContent(`Cue ${size - 1}`);
    await measure(`${size}: scroll`, () => list().element().scrollBy(0, -2000));
    await measure(`${size}: choose`, () => press('ArrowUp'));
    await measure(`${size}: join`, () => press('j'));
    await measure(`${size}: undo`, () => press('z', { ctrlKey: true }));
    await measure(`${size}: type`, () => userEvent.fill(text(), `Le pont ${turn}`));
  }
  expect(document.querySelectorAll('[role="option"]').length).toBeLessThan(40);
  const totalMs = (size: number): number =>
    [...least].reduce((sum, [what, ms]) => sum + (what.startsWith(`${size}:`) ? ms : 0), 0);
  expect(totalMs(5000)).toBeLessThan(2 * totalMs(50));
});

/** Returns a function that tells how many milliseconds the page's thread has computed: not those of other programs. */
async function spentMs(): Promise<() => Promise<number>> {
  const session = cdp();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
}
