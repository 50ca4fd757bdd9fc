import { expect, test } from 'vitest';
import { qrFileName } from '../../../../../app/features/invite/qr/file-name.ts';

test.each([
  ['Classe de 5e B', 'invitation-classe-de-5e-b.png'],
  ['Été à la Cité\u00a0!', 'invitation-ete-a-la-cite.png'],
  ['../../etc/passwd', 'invitation-etc-passwd.png'],
  ['東京', 'invitation.png'],
  ['x'.repeat(80), `invitation-${'x'.repeat(60)}.png`],
])('the picture of %j is called %s', (label, expected) => {
  expect(qrFileName(label, 'png')).toBe(expected);
});
