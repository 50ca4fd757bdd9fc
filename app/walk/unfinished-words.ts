/** The words about stories that began but were not heard. */
export const unfinishedStrings = {
  title: (count: number): string => `À finir (${count})`,
  list: 'Histoires à finir',
  resume: (name: string): string => `Reprendre ${name}`,
  dismiss: (name: string): string => `Ne pas reprendre ${name}`,
  at: (time: string): string => `arrêtée à ${time}`,
} as const;
