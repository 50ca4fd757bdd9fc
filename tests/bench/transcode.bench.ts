import { openBenchPage, type PageRun } from './chromium.ts';
import { checkSame, percentile, printTable } from './measure.ts';
import type { TranscodeRun } from './page/transcode.ts';

/** Of each side, by turns, each in a browser of its own, so that no run finds what another left in memory. */
const RUNS = 5;

interface Contender {
  readonly name: string;
  readonly bench: 'transcodeByUs' | 'transcodeByPeer';
  readonly runs: PageRun<TranscodeRun>[];
}

const contenders: readonly Contender[] = [
  { name: 'ours', bench: 'transcodeByUs', runs: [] },
  { name: '@ffmpeg/ffmpeg', bench: 'transcodeByPeer', runs: [] },
];
const page = await openBenchPage();
try {
  for (let round = 0; round < RUNS; round++) {
    for (const { bench, runs } of contenders) runs.push(await page.run(bench, page.tenMinutesPath));
  }
} finally {
  await page.close();
}

const [first] = contenders[0]?.runs ?? [];
for (const { name, runs } of contenders) {
  for (const { result } of runs) {
    checkSame(Math.abs(result.durationS - 600) < 1, () => `${name} made ${result.durationS} s of ten minutes`);
    checkSame(result.samplesHash === first?.result.samplesHash, () => `${name} made other samples`);
  }
}

const [ours] = contenders.map(medians);
printTable('Ten minutes of m4a (AAC, 44.1 kHz, stereo) to WAV in Chromium, the engine loaded each time', [
  ['', 'runs', 'median ms', 'best ms', 'times ours', 'memory: median MB', 'least MB', 'most MB', 'times ours'],
  ...contenders.map((contender) => {
    const { timeMs, memoryMb } = medians(contender);
    const times = contender.runs.map(({ result }) => result.tookMs);
    const grown = grownMb(contender);
    return [
      contender.name,
      String(contender.runs.length),
      timeMs.toFixed(0),
      Math.min(...times).toFixed(0),
      `${(timeMs / (ours?.timeMs ?? 1)).toFixed(2)} x`,
      memoryMb?.toFixed(0) ?? '-',
      grown.length === 0 ? '-' : Math.min(...grown).toFixed(0),
      grown.length === 0 ? '-' : Math.max(...grown).toFixed(0),
      memoryMb === null ? '-' : `${(memoryMb / (ours?.memoryMb ?? 1)).toFixed(2)} x`,
    ];
  }),
]);

function medians(contender: Contender): { readonly timeMs: number; readonly memoryMb: number | null } {
  const grown = grownMb(contender);
  const timeMs = percentile(
    contender.runs.map(({ result }) => result.tookMs),
    0.5,
  );
  return { timeMs, memoryMb: grown.length === 0 ? null : percentile(grown, 0.5) };
}

/** The growth of each run that could be measured. */
function grownMb({ runs }: Contender): number[] {
  return runs.flatMap(({ grewMb }) => (grewMb === null ? [] : [grewMb]));
}
