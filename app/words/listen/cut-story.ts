/** The offer to go on with a story that another place cut. */
export const cutStoryStrings = {
  resume: (name: string): string => `Reprendre ${name}`,
  dismiss: (name: string): string => `Ne pas reprendre ${name}`,
};
