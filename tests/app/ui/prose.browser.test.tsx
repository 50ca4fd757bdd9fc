import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Prose } from '../../../app/ui/prose.tsx';
import { findHarm, HARM_IN_HTML, provokeHarm, watchForHarm } from '../../support/hostile/harm.ts';
import { HOSTILE_TEXTS } from '../../support/hostile/hostile-texts.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const root = rootPerTest();

/** {@link findHarm}, and what else no text may become. */
function findFaults(): string[] {
  const elements = [...document.body.querySelectorAll('*')];
  return [
    ...elements
      .map(({ localName }) => localName)
      .filter((name) => !/^(div|p|h[34]|[uo]l|li|strong|em|br|a|span)$/.test(name)),
    ...elements
      .flatMap((element) => element.getAttributeNames())
      .filter((name) => !/^(href|target|rel|class|start|dir)$/.test(name)),
    ...findHarm(),
  ];
}

test('no text runs, loads or leads anywhere but to the web and mail', async () => {
  watchForHarm();
  expect(new Set(HOSTILE_TEXTS).size).toBe(500);
  root.render(HOSTILE_TEXTS.map((text) => <Prose key={text} text={text} />));
  await expect.poll(() => document.querySelectorAll('body > div > div').length).toBe(500);
  await provokeHarm();
  expect(findFaults()).toEqual([]);

  // The same look finds what HTML would do.
  document.body.insertAdjacentHTML('beforeend', HARM_IN_HTML.html);
  await expect.poll(findFaults).toEqual(['img', 'src', 'onerror', ...HARM_IN_HTML.found]);
});

test('paragraphs, lines, headings, lists, emphasis and links are elements, and all else is text', async () => {
  const text = `# Le port\n\nUn *quai* et\nun **pont**, <b>là</b> : [la mairie](https://example.org/?a=1&b=2 "titre"), <a@example.org>.
![Une barque](x.png) [rien](ici.html)\n\n## Deux\n\n- un\n- deux\n  - trois\n\n3. quatre\n\n> cité\n\n---\n\n    \`code\``;
  root.render(<Prose text={text} lang="en" />);
  await expect.element(page.getByRole('heading', { name: 'Le port', level: 3 })).toBeVisible();
  const prose = document.querySelector('body > div > div');
  expect(prose?.getAttribute('lang')).toBe('en');
  expect(prose?.innerHTML).toBe(
    '<h3>Le port</h3><p>Un <em>quai</em> et<br>un <strong>pont</strong>, &lt;b&gt;là&lt;/b&gt; : ' +
      '<a href="https://example.org/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">la mairie' +
      '<span class="visually-hidden"> (nouvel onglet)</span></a>, <a href="mailto:a@example.org">a@example.org</a>.<br>' +
      'Une barque rien</p><h4>Deux</h4><ul><li><p>un</p></li><li><p>deux</p><ul><li><p>trois</p></li></ul></li></ul>' +
      '<ol start="3"><li><p>quatre</p></li></ol><p>cité</p><p>`code`</p>',
  );
});
