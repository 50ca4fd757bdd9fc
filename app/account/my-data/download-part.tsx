import { Download } from 'lucide-react';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/use-action.ts';
import { downloadMyData } from './my-data.ts';
import { myDataStrings } from './my-data-words.ts';
import { Section } from './section.tsx';

/** The download of all data that the server has about the person. */
export function DownloadPart() {
  const words = myDataStrings.download;
  const { busy, failure, run } = useAction(wordsFor);
  const download = () =>
    run(async () => {
      await downloadMyData();
      showNotice(words.started);
    });
  return (
    <Section title={words.title}>
      <p>{words.text}</p>
      {failure === null ? null : <Alert>{failure}</Alert>}
      <Button variant="secondary" busy={busy} icon={<Download size={20} aria-hidden />} onClick={download}>
        {words.act}
      </Button>
    </Section>
  );
}
