import type { Step } from './action.ts';

/** A step as a line of text. */
export function writeStep({ action, on }: Step): string {
  return `- ${action}${on === '' ? '' : ` '${on}'`}`;
}

/** Reads lines of {@link writeStep}; others are left out. */
export function readSteps(text: string): Step[] {
  return text.split('\n').flatMap((line) => {
    const [, action, on = ''] = /^- (.+?)(?: '(.*)')?$/.exec(line.trim()) ?? [];
    return action === undefined ? [] : [{ action, on }];
  });
}
