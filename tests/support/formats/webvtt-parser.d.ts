/** The part of the reference parser that the tests use. */
declare module 'webvtt-parser' {
  export type WebVTTNode =
    | { readonly type: 'text'; readonly value: string; readonly name?: string; readonly children?: WebVTTNode[] }
    | { readonly type?: 'object'; readonly value?: string; readonly name?: string; readonly children?: WebVTTNode[] };
  interface WebVTTCue {
    /** In seconds. */
    readonly startTime: number;
    readonly endTime: number;
    readonly id: string;
    readonly tree: WebVTTNode;
  }
  export class WebVTTParser {
    /** @param entities each reference with its ampersand, and its characters */
    constructor(entities: Readonly<Record<string, string>>);
    /** @param mode in 'metadata' the text's faults are not reported */
    parse(file: string, mode: 'metadata'): { readonly cues: WebVTTCue[] };
  }
}
