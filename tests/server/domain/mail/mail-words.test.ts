import { describe, expect, test } from 'vitest';
import { mailWords } from '../../../../server/domain/mail/mail-words.ts';

const LINK = 'https://drop.example/invite?token=t';

describe('the mail of an invitation', () => {
  test('names sender and map, and says what each right lets its recipient do', () => {
    const { text } = mailWords.fr.invited('Claire', 'Les lavoirs : le bourg', 'drop')(LINK);
    expect(text).toContain('Claire vous invite sur la carte « Les lavoirs : le bourg » de Drop ici');
    const may = (['guest', 'drop', 'editor'] as const).map(
      (privilege) => /Vous pourrez (.+)\./.exec(mailWords.fr.invited('C', 'L', privilege)(LINK).text)?.[1],
    );
    expect(may).toEqual([
      'écouter ses histoires',
      'écouter ses histoires, et y laisser vos propres enregistrements',
      'écouter ses histoires, y laisser vos propres enregistrements, et modifier la carte',
    ]);
  });

  test.each([
    ['http://evil.example/x', 'http: evil example x'],
    ['a@evil.example', 'a evil example'],
    ['Le bourg » Payez ici « St. Jean', 'Le bourg Payez ici St. Jean'],
    ['x\r\nBcc: y\u202e', 'x Bcc: y'],
    ['/@/', '…'],
    ['É'.repeat(90), `${'É'.repeat(59)}…`],
  ])('turns the name %j into short text that makes no link, line or quotation', (name, shown) => {
    const { subject, text } = mailWords.fr.invited(name, name, 'drop')(LINK);
    expect(text).toContain(`\n${shown} vous invite sur la carte « ${shown} » de`);
    expect([subject, text.split('\n').length]).toEqual(['Drop ici : une invitation', 12]);
  });
});
