/** The engines that the app is tried in. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
/** One of {@link ENGINES}. */
export type EngineName = (typeof ENGINES)[number];

/** The browser didn't carry out a command in time: its page's process stands still. All later commands fail with this at once. */
export class BrowserHangs extends Error {
  override readonly name = 'BrowserHangs';
}

/**
 * How often the same steps are tried again after the browser hung. WebKitGTK sometimes does on a busy machine: GStreamer
 * deadlocks when a sound is replaced while its type is being detected. A hang that the app causes recurs each time.
 */
export const HANGS_MAX = 2;

/** `[lng, lat]` in degrees. */
export type Position = readonly [number, number];

/** `[x, y]` in CSS pixels from the window's upper left corner. */
export type Point = readonly [number, number];

/** An element by its role and its accessible name, as people and screen readers know it. */
export interface Named {
  readonly role: string;
  /** The whole name, or what matches it; any name unless given. */
  readonly name?: string | RegExp;
  /** What it lies in; the page unless given. */
  readonly within?: Target;
}

/** An element: by a CSS selector, or {@link Named}. The first that is shown counts. */
export type Target = string | Named;

/** Keys that are no characters. */
export type Key = 'Enter' | 'Escape';

/** What a function for {@link Tab.evaluate} can be given and can return: what JSON knows. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json };

/**
 * A tab of a browser. What a person does waits up to 60 s for the element to be there, shown, enabled and uncovered.
 * Questions of the browser before a page is left are answered with yes.
 */
export interface Tab {
  /** Loads a path of the origin that the phone was opened with, or an absolute address. */
  open(path: string): Promise<unknown>;
  reload(): Promise<unknown>;
  back(): Promise<unknown>;
  /** Runs a function in the page, which can use nothing from outside itself but its arguments, and waits for its promise. */
  evaluate<Arguments extends readonly Json[], Result>(
    run: (...args: Arguments) => Result | Promise<Result>,
    ...args: Arguments
  ): Promise<Result>;
  /** Waits until a function in the page returns something that is not falsy, and returns that. Loading a page is waited out. */
  until<Arguments extends readonly Json[], Result>(
    check: (...args: Arguments) => Result | Promise<Result>,
    ...args: Arguments
  ): Promise<NonNullable<Result>>;
  /** Presses and releases the pointer in the middle of an element. */
  tap(target: Target): Promise<unknown>;
  tapAt(point: Point): Promise<void>;
  drag(from: Point, to: Point): Promise<void>;
  /** Taps a field and types over what it holds. */
  type(target: Target, text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Chooses files in a file input, which may be hidden. */
  attach(target: Target, ...files: readonly string[]): Promise<void>;
  /** Waits until an element is shown. */
  shown(target: Target): Promise<unknown>;
  /** Waits until no such element is shown. */
  gone(target: Target): Promise<unknown>;
  /** Whether a switch or checkbox is on; waits until it is shown. */
  isChecked(target: Target): Promise<boolean>;
  /** Whether an element is shown now. */
  shows(target: Target): Promise<boolean>;
  /** Where an element is; waits until it is shown. */
  box(
    target: Target,
  ): Promise<{ readonly x: number; readonly y: number; readonly width: number; readonly height: number }>;
  /** Path of the page that is open, with its query. */
  path(): Promise<string>;
  /** Errors that nobody caught since the tab was opened, rejected promises too. */
  errors(): Promise<readonly string[]>;
  /** Writes a PNG of the window. */
  screenshot(file: string): Promise<unknown>;
  close(): Promise<unknown>;
}

/** A browser with storage of its own, empty at first; its tabs share that. */
export interface Phone {
  openTab(): Promise<Tab>;
  /** Where all its tabs are, from now on. */
  moveTo(position: Position, accuracyM?: number): Promise<void>;
  close(): Promise<void>;
}

/** A browser that was started. */
export interface Engine {
  readonly name: EngineName;
  /** Its name and version, to be shown. */
  readonly version: string;
  /** What a {@link startFront} puts before the page's own scripts; empty where the engine needs nothing. */
  readonly pageScript: string;
  /** Opens a phone's window on the app at this origin: that of a `startFront`. */
  openPhone(origin: string, position: Position): Promise<Phone>;
  close(): Promise<void>;
}

/** What an engine does by itself in one tab; {@link Tab} is made of it. */
export interface TabDriver {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  back(): Promise<unknown>;
  /** Runs the source of a function in the page with these arguments and waits for its promise. */
  run(source: string, args: readonly Json[]): Promise<unknown>;
  /** Presses the pointer at the first point, moves it to the others, and releases it. */
  stroke(points: readonly Point[]): Promise<void>;
  typeText(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Chooses files in the file input that the selector finds. */
  attach(selector: string, files: readonly string[]): Promise<void>;
  errors(): Promise<readonly string[]>;
  screenshot(file: string): Promise<unknown>;
  close(): Promise<unknown>;
}
