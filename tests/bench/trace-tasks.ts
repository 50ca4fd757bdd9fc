/** What a trace of Chromium says of one event; durations in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Of `dur`, what the thread itself ran. */
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly url?: string }; readonly name?: string };
}

/** A task of the thread that draws the page. */
export interface TracedTask {
  /** From its start to its end, as the browser's own reports of long tasks count it. */
  readonly durationMs: number;
  /** What the thread computed of it; in the rest it waited for a core that others had. */
  readonly ownMs: number;
  /**
   * Where most of its time went: the file of a script without its hash, `garbage collection`, or what the browser itself
   * did (style, layout, paint, commit).
   */
  readonly source: string;
}

/** Categories that a trace needs for {@link tasksOf}. */
export const TRACE_CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8'];

const GARBAGE = /^(MajorGC|MinorGC|V8\.GC|BlinkGC|CppGC)/;
const BROWSER =
  /^(Layout|UpdateLayoutTree|Paint|PrePaint|Commit|Layerize|ParseHTML|HitTest|DecodeImage|CompositeLayers)/;

/**
 * All tasks on the main thread of the page's renderer (of several, the one that was busy for longest), the longest first.
 *
 * @param trace what `browser.stopTracing` gives, as text
 * @param origin where the page's scripts come from
 */
export function tasksOf(trace: string, origin: string): TracedTask[] {
  const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] };
  const named = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const renderers = new Set(named.map(threadOf));
  const main = busiest(traceEvents.filter((event) => event.name === 'RunTask' && renderers.has(threadOf(event))));
  const events = traceEvents.filter((event) => event.ph === 'X' && threadOf(event) === main);
  const parts = events.filter((event) => nameOf(event, origin) !== null);
  return events
    .filter(({ name }) => name === 'RunTask')
    .map((task) => ({
      durationMs: (task.dur ?? 0) / 1000,
      ownMs: (task.tdur ?? 0) / 1000,
      source: sourceOf(task, parts, origin),
    }))
    .sort((a, b) => b.durationMs - a.durationMs);
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}/${tid}`;
}

function busiest(events: readonly TraceEvent[]): string | undefined {
  const spent = new Map<string, number>();
  for (const event of events) spent.set(threadOf(event), (spent.get(threadOf(event)) ?? 0) + (event.dur ?? 0));
  return [...spent].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function sourceOf(task: TraceEvent, parts: readonly TraceEvent[], origin: string): string {
  const end = task.ts + (task.dur ?? 0);
  const spent = new Map<string, number>();
  for (const event of parts) {
    if (event.ts < task.ts || event.ts + (event.dur ?? 0) > end) continue;
    const source = nameOf(event, origin);
    if (source !== null) spent.set(source, (spent.get(source) ?? 0) + (event.dur ?? 0));
  }
  const [most] = [...spent].sort(([, a], [, b]) => b - a);
  if (most === undefined || most[1] < (task.dur ?? 0) / 4) return 'not told';
  return most[0];
}

function nameOf({ name, args }: TraceEvent, origin: string): string | null {
  if (GARBAGE.test(name)) return 'garbage collection';
  if (BROWSER.test(name)) return `browser: ${name}`;
  if (name !== 'FunctionCall' && name !== 'EvaluateScript') return null;
  const url = args?.data?.url;
  if (url === undefined || !url.startsWith(origin)) return null;
  const file = new URL(url).pathname.split('/').at(-1) ?? '';
  return file.replace(/-[\w-]{8}\.js$/, '');
}
