import {
  englishReportEmail,
  englishReportReasons,
  englishTooManyReports,
} from '../../../contracts/report-reason-words.en.ts';
import type { ReportWords } from './report-words.ts';

export const english = {
  reportReasons: englishReportReasons,
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
    email: englishReportEmail,
    tooMany: englishTooManyReports,
    failed: (text: string) => `The report couldn’t be sent. ${text}`,
  },
} satisfies ReportWords;
