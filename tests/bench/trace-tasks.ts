/** What a trace of Chromium says of one event; durations in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly data?: { readonly url?: string; readonly functionName?: string }; readonly name?: string };
}

/** A task of the thread that draws the page. */
export interface TracedTask {
  readonly durationMs: number;
  /**
   * Where most of its time went: the file of a script without its hash, `garbage collection`, or what the browser itself
   * did (style, layout, paint, commit).
   */
  readonly source: string;
}

/** Categories that a trace needs for {@link tasksOf}. */
export const TRACE_CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8', 'toplevel'];

const GARBAGE = /^(MajorGC|MinorGC|V8\.GC|BlinkGC|CppGC)/;
const BROWSER =
  /^(Layout|UpdateLayoutTree|Paint|PrePaint|Commit|Layerize|ParseHTML|HitTest|DecodeImage|CompositeLayers)/;

/**
 * The tasks of at least this length on the main thread of the page's renderer, the longest first.
 *
 * @param trace what `browser.stopTracing` gives, as text
 * @param pageUrl where the page's scripts come from: of several renderers, the one that ran most of them counts
 */
export function tasksOf(trace: string, pageUrl: string, leastMs: number): TracedTask[] {
  const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] };
  const main = busiest(
    traceEvents.filter(({ name, args }) => name === 'FunctionCall' && args?.data?.url?.startsWith(pageUrl) === true),
    new Set(
      traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
    ),
  );
  const events = traceEvents.filter((event) => event.ph === 'X' && threadOf(event) === main);
  return events
    .filter(({ name, dur = 0 }) => (name === 'RunTask' || name.endsWith('RunTask')) && dur >= leastMs * 1000)
    .filter(
      ({ ts, dur = 0 }, _, tasks) => !tasks.some((other) => ts > other.ts && ts + dur < other.ts + (other.dur ?? 0)),
    )
    .map((task) => ({ durationMs: (task.dur ?? 0) / 1000, source: sourceOf(task, events, pageUrl) }))
    .sort((a, b) => b.durationMs - a.durationMs);
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}/${tid}`;
}

function busiest(events: readonly TraceEvent[], among: ReadonlySet<string>): string | undefined {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(threadOf(event), (counts.get(threadOf(event)) ?? 0) + 1);
  return [...counts].filter(([thread]) => among.has(thread)).sort(([, a], [, b]) => b - a)[0]?.[0];
}

function sourceOf(task: TraceEvent, events: readonly TraceEvent[], pageUrl: string): string {
  const end = task.ts + (task.dur ?? 0);
  const spent = new Map<string, number>();
  for (const event of events) {
    if (event === task || event.ts < task.ts || event.ts + (event.dur ?? 0) > end) continue;
    const source = nameOf(event, pageUrl);
    if (source !== null) spent.set(source, (spent.get(source) ?? 0) + (event.dur ?? 0));
  }
  const [most] = [...spent].sort(([, a], [, b]) => b - a);
  if (most === undefined || most[1] < (task.dur ?? 0) / 4) return 'not told';
  return most[0];
}

function nameOf({ name, args }: TraceEvent, pageUrl: string): string | null {
  if (GARBAGE.test(name)) return 'garbage collection';
  if (BROWSER.test(name)) return `browser: ${name}`;
  if (name !== 'FunctionCall' && name !== 'EvaluateScript') return null;
  const { url, functionName } = args?.data ?? {};
  if (url === undefined || !url.startsWith(pageUrl)) return null;
  const file = new URL(url).pathname.split('/').at(-1) ?? '';
  return `${file.replace(/-[\w-]{8}\.js$/, '')}${functionName ? ` (${functionName})` : ''}`;
}
