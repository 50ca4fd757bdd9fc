import { describe, expect, it, test } from 'vitest';
import {
  type Cues,
  changeText,
  changeVoice,
  confirmCue,
  deleteCue,
  insertCue,
  joinWithNext,
  setEnd,
  setStart,
  shiftAll,
  shiftCue,
  splitCue,
} from '../../../../app/editor/transcript/cue-edits.ts';
import { addState, redo, startHistory, undo } from '../../../../app/editor/transcript/edit-history.ts';
import { createSeededRandom } from '../../../../app/rehearsal/seeded-random.ts';
import type { Cue } from '../../../../contracts/web-vtt.ts';

const un: Cue = { startMs: 1000, endMs: 3000, text: 'un petit pont', voice: 'Ana', id: '1', settings: 'align:start' };
const deux: Cue = { startMs: 3000, endMs: 5000, text: 'une rue' };
const trois: Cue = { startMs: 7000, endMs: 9000, text: 'une place', isMachine: true };
const cues: Cues = [un, deux, trois];

/** Cues as `start-end text`. */
const lines = (edited: Cues): string[] => edited.map(({ startMs, endMs, text }) => `${startMs}-${endMs} ${text}`);
const [UN, DEUX, TROIS] = lines(cues);

describe('edits', () => {
  test.each<[string, Cues, (string | undefined)[]]>([
    [
      'split at a time, between two words',
      splitCue(cues, 0, { timeMs: 2300 }),
      ['1000-2300 un petit', '2300-3000 pont', DEUX, TROIS],
    ],
    ['split near an edge', splitCue(cues, 1, { timeMs: 3001 }), [UN, '3000-3100 une', '3100-5000 rue', TROIS]],
    ['split at a character', splitCue(cues, 1, { char: 4 }), [UN, '3000-4143 une', '4143-5000 rue', TROIS]],
    ['join', joinWithNext(cues, 1), [UN, '3000-9000 une rue une place']],
    ['join two voices', joinWithNext(cues, 0), ['1000-5000 Ana: un petit pont\nune rue', TROIS]],
    ['shift all', shiftAll(cues, 500), ['1500-3500 un petit pont', '3500-5500 une rue', '7500-9500 une place']],
    [
      'shift all to the beginning',
      shiftAll(cues, -5000),
      ['0-2000 un petit pont', '2000-4000 une rue', '6000-8000 une place'],
    ],
    ['shift one', shiftCue(cues, 2, -500), [UN, DEUX, '6500-8500 une place']],
    ['shift one to its neighbour', shiftCue(cues, 1, 3000), [UN, '5000-7000 une rue', TROIS]],
    ['shift the first below zero', shiftCue(cues, 0, -3000), ['0-2000 un petit pont', DEUX, TROIS]],
    [
      'set a start; the cue before gives way',
      setStart(cues, 1, 2500),
      ['1000-2500 un petit pont', '2500-5000 une rue', TROIS],
    ],
    [
      'set a start before the cue before',
      setStart(cues, 1, 0),
      ['1000-1100 un petit pont', '1100-5000 une rue', TROIS],
    ],
    ['set a start after the end', setStart(cues, 1, 9000), [UN, '4900-5000 une rue', TROIS]],
    ['set a start below zero', setStart(cues, 0, -1), ['0-3000 un petit pont', DEUX, TROIS]],
    [
      'set an end; the next cue gives way',
      setEnd(cues, 0, 4000),
      ['1000-4000 un petit pont', '4000-5000 une rue', TROIS],
    ],
    ['set an end after the next cue', setEnd(cues, 0, 9000), ['1000-4900 un petit pont', '4900-5000 une rue', TROIS]],
    ['set an end before the start', setEnd(cues, 1, 0), [UN, '3000-3100 une rue', TROIS]],
    ['change a text', changeText(cues, 1, 'une\n\nroute'), [UN, '3000-5000 une\nroute', TROIS]],
    ['delete', deleteCue(cues, 1), [UN, TROIS]],
    ['insert in a gap', insertCue(cues, 5500).cues, [UN, DEUX, '5500-7000 ', TROIS]],
    ['insert in a cue, which is put after it', insertCue(cues, 4000).cues, [UN, DEUX, '5000-7000 ', TROIS]],
    ['insert at the end', insertCue(cues, 20_000).cues, [UN, DEUX, TROIS, '20000-22000 ']],
    ['insert into none', insertCue([], 0).cues, ['0-2000 ']],
  ])('%s', (_name, edited, expected) => {
    expect(lines(edited)).toEqual(expected);
  });

  it('that change nothing return the same cues', () => {
    const same = [
      splitCue(cues, 0, { timeMs: 1000 }),
      splitCue(cues, 9, { timeMs: 1000 }),
      joinWithNext(cues, 2),
      shiftAll(cues, 0),
      shiftCue(cues, 0, 500),
      setStart(cues, 0, 1000),
      setEnd(cues, 2, 9000),
      changeText(cues, 0, 'un petit pont'),
      changeVoice(cues, 0, ' Ana '),
      confirmCue(cues, 0),
      deleteCue(cues, 3),
      insertCue(cues, 2000).cues,
    ];
    for (const [index, edited] of same.entries()) expect(edited, String(index)).toBe(cues);
    const short: Cues = [{ startMs: 0, endMs: 150, text: 'un' }];
    expect(splitCue(short, 0, { char: 1 })).toBe(short);
  });

  it('leave what the file said of the cue, once', () => {
    const [first, second] = splitCue(cues, 0, { timeMs: 2000 });
    expect([first?.id, second?.id]).toEqual(['1', undefined]);
    expect([first?.settings, second?.settings, first?.voice, second?.voice]).toEqual([
      'align:start',
      'align:start',
      'Ana',
      'Ana',
    ]);
    expect(changeVoice(cues, 0, '')[0]).not.toHaveProperty('voice');
    expect(changeVoice(cues, 1, 'Noé  Martin')[1]?.voice).toBe('Noé Martin');
  });

  it('of one cue make it a person’s, and its neighbours stay a machine’s', () => {
    const machine = cues.map((cue): Cue => ({ ...cue, isMachine: true }));
    const byMachine = (edited: Cues): (true | undefined)[] => edited.map(({ isMachine }) => isMachine);
    expect(byMachine(changeText(machine, 1, 'une'))).toEqual([true, undefined, true]);
    expect(byMachine(setStart(machine, 1, 2500))).toEqual([true, undefined, true]);
    expect(byMachine(confirmCue(machine, 2))).toEqual([true, true, undefined]);
    expect(byMachine(splitCue(machine, 0, { timeMs: 2000 }))).toEqual([undefined, undefined, true, true]);
    expect(byMachine(shiftAll(machine, 100))).toEqual([true, true, true]);
  });

  it('in any order keep cues in order, in whole milliseconds and long enough', () => {
    const wrong: string[] = [];
    for (let seed = 0; seed < 60; seed++) {
      const random = createSeededRandom(seed);
      let edited = cues;
      for (let turn = 0; turn < 60; turn++) {
        const index = Math.floor(random.between(0, edited.length));
        const timeMs = random.between(-1000, 12_000);
        const turns: readonly (() => Cues)[] = [
          () => splitCue(edited, index, { timeMs }),
          () => splitCue(edited, index, { char: 3 }),
          () => joinWithNext(edited, index),
          () => shiftAll(edited, timeMs - 6000),
          () => shiftCue(edited, index, timeMs - 6000),
          () => setStart(edited, index, timeMs),
          () => setEnd(edited, index, timeMs),
          () => insertCue(edited, timeMs).cues,
          () => deleteCue(edited, index),
        ];
        edited = turns[Math.floor(random.between(0, turns.length))]?.() ?? edited;
        const isWrong = edited.some(
          ({ startMs, endMs }, at) =>
            !Number.isInteger(startMs + endMs) || endMs - startMs < 100 || startMs < (edited[at - 1]?.endMs ?? 0),
        );
        if (isWrong) wrong.push(`${seed}: ${lines(edited).join()}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('the history', () => {
  it('goes back and forth, until something else is edited', () => {
    let history = ['b', 'c', 'd'].reduce((each, state) => addState(each, state, null), startHistory('a'));
    history = undo(undo(history));
    expect(history.present).toBe('b');
    history = redo(history);
    expect(history.present).toBe('c');
    history = addState(history, 'e', null);
    expect(redo(history).present).toBe('e');
    expect(undo(undo(undo(undo(undo(history))))).present).toBe('a');
  });

  it('takes what is typed in one text for one step', () => {
    let history = addState(startHistory(''), 'p', 'text 1');
    history = addState(addState(history, 'po', 'text 1'), 'pont', 'text 1');
    expect(undo(history).present).toBe('');
    expect(undo(addState(history, 'pont, rue', 'text 2')).present).toBe('pont');
    expect(undo(addState(redo(undo(history)), 'ponts', 'text 1')).present).toBe('pont');
    expect(addState(history, 'pont', null)).toBe(history);
  });
});
