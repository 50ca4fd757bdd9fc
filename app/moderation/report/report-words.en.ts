import type { ReportWords } from './report-words.ts';

export const english = {
  reportReasons: {
    hate: { label: 'Hateful or violent content', hint: 'Insults, threats, calls for violence.' },
    privacy: { label: 'Violation of privacy', hint: 'A recognisable person who didn’t want it.' },
    copyright: { label: 'Copyright', hint: 'A work used without permission.' },
    wrong: { label: 'Wrong or dangerous on site', hint: 'A place that no longer exists, a dangerous passage.' },
    other: { label: 'Other', hint: 'A sound that is cut off or inaudible, for example.' },
  },
  reportStrings: {
    place: (name: string) => `Report “${name}”`,
    map: 'Report this map',
    mapTitle: (name: string) => `Report the map “${name}”`,
    lead: 'Your report goes to the site’s admins, who will review it. The person concerned won’t know who reported.',
    reason: 'What is wrong?',
    missing: 'Choose a reason.',
    words: 'A few words (optional)',
    send: 'Send the report',
    sent: 'Thank you: the report has been sent to the site’s admins.',
    failed: (text: string) => `The report couldn’t be sent. ${text}`,
  },
} satisfies ReportWords;
